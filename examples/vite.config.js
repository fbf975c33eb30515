import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [
    react(),
    // Vue takes tags with a hyphen for its own components unless told.
    vue({
      template: { compilerOptions: { isCustomElement: (tag) => tag === 'canopy-qa' } },
    }),
    svelte(),
  ],
  // Vite's dev server would move the package's modules away from their workers.
  optimizeDeps: { exclude: ['canopy-web'] },
  // The package's workers are modules.
  worker: { format: 'es' },
  // Until the package is published it lies above this folder.
  server: { fs: { allow: ['..'] } },
  build: {
    rolldownOptions: {
      input: ['library/index.html', 'react/index.html', 'svelte/index.html', 'vue/index.html'],
    },
  },
});
