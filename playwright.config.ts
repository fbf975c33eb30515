import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';

const port = Number(process.env.E2E_PORT ?? 4179);

// The built app under its own headers and with real 404s; `npm test` builds it first.
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 180_000,
  // Two pages that load the encoder at once take half a minute on two cores.
  expect: { timeout: 90_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    // Kept files would answer what a test means to spoil; the tests of being offline allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      // Measures the page's own scripts, so it runs first and nothing beside it.
      name: 'alone',
      testMatch: 'responsiveness.spec.ts',
      fullyParallel: false,
      use: { launchOptions: chromium({ webgpu: false }) },
    },
    {
      name: 'wasm',
      testIgnore: ['webgpu.spec.ts', 'responsiveness.spec.ts'],
      dependencies: ['alone'],
      use: { launchOptions: chromium({ webgpu: false }) },
    },
    {
      name: 'webgpu',
      testMatch: 'webgpu.spec.ts',
      dependencies: ['alone'],
      use: { launchOptions: chromium({ webgpu: true }) },
    },
  ],
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
