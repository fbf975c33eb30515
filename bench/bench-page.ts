import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { chromium } from '../e2e/chromium.ts';

/**
 * Opens a page of this folder in a headless Chromium, waits until its script has put `name` on the window, and returns what
 * that function gives.
 *
 * @param path of the page below `bench/`.
 * @param call of the function, such as `measure(3)`.
 */
export async function runBenchPage<T>(
  path: string,
  name: string,
  call: string,
  plugins: readonly Plugin[] = [],
): Promise<T> {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    cacheDir: join(import.meta.dirname, '../node_modules/.vite-bench'),
    plugins: [...plugins],
    // Nothing may reload the page while it measures.
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  });
  await server.listen();
  const browser = await playwright.launch(chromium({ webgpu: false }));
  try {
    const page = await browser.newPage();
    page.on('console', (message) => console.error(message.text().slice(0, 300)));
    page.on('pageerror', (error) => console.error(error.message.slice(0, 300)));
    await page.goto(`${server.resolvedUrls!.local[0]}bench/${path}`);
    await page.waitForFunction(`window.${name} !== undefined`, undefined, { timeout: 300_000 });
    return (await page.evaluate(call)) as T;
  } finally {
    await browser.close();
    await server.close();
  }
}
