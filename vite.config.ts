import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { contentSecurityPolicy } from './csp.ts';
import { chromium } from './e2e/chromium.ts';
import { docsSite } from './scripts/docs-site.ts';
import { offlineBuild } from './scripts/offline-build.ts';
import { pdfAssets } from './scripts/pdf-assets.ts';
import { withoutNodeModules } from './scripts/without-node-modules.ts';

export default defineConfig({
  // Missing files are real 404s, never the page itself: a model file must not turn out to be HTML.
  appType: 'mpa',
  plugins: [
    react(),
    contentSecurityPolicy(),
    pdfAssets(),
    offlineBuild(),
    docsSite(),
    withoutNodeModules(),
  ],
  resolve: {
    alias: {
      // Its browser build asks the DOM to decode entities, and the ingest worker has none.
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  worker: {
    format: 'es',
    plugins: () => [withoutNodeModules()],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  // Found at the start: what only a worker imports would otherwise be bundled late, and the page reloaded for it.
  optimizeDeps: { entries: ['index.html', 'workers/*.worker.ts'] },
  build: {
    target: 'es2022',
    sourcemap: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // How long plugins take says something of the machine, nothing of the page.
      checks: { pluginTimings: false },
      input: { index: 'index.html', sw: 'workers/service-worker.ts' },
      output: {
        // A service worker has one fixed address: the browser looks there for a newer one.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: ['scripts/seed-properties.mjs'],
          include: ['{src,eval,bench,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*'],
        },
      },
      {
        extends: true,
        // Real files for ingest tests lie beside the repository.
        server: { fs: { allow: ['.', '../shared/data/files'] } },
        test: {
          name: 'browser',
          include: ['{src,workers}/**/*.browser.test.{ts,tsx}'],
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            // A busy machine bundles the dependencies first, and slowly.
            connectTimeout: 300_000,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium({ webgpu: true }) }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
