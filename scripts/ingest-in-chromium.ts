import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { chromium } from '../e2e/chromium.ts';
import { CanopyError, type CanopyErrorCode } from '../src/core/errors.ts';
import type { IngestedFile, Ingester } from '../src/ports/ingester.ts';

/** An ingester that runs the app's worker in a headless browser, for pictures, videos and scans. */
export interface ChromiumIngester extends Ingester {
  close(): Promise<void>;
}

type Answer =
  | { readonly read: IngestedFile }
  | { readonly error: { code: CanopyErrorCode; message: string; nextStep?: string } };

const PAGE = '<!doctype html><script type="module" src="/scripts/ingest-page.ts"></script>';

/** Starts the browser and a server on this machine that hands it the files it is to read, and nothing else. */
export async function openChromiumIngester(): Promise<ChromiumIngester> {
  const files = new Map<string, Uint8Array>();
  const handOut: Plugin = {
    name: 'hand-out',
    configureServer: ({ middlewares }) => {
      middlewares.use('/ingest-page', (_, response) => {
        response.setHeader('content-type', 'text/html').end(PAGE);
      });
      middlewares.use('/ingest-file', (request, response) => {
        const bytes = files.get(request.url?.slice(1) ?? '');
        response.statusCode = bytes === undefined ? 404 : 200;
        response.end(bytes);
      });
    },
  };
  const server = await createServer({
    root: join(import.meta.dirname, '..'),
    cacheDir: join(import.meta.dirname, '../node_modules/.vite-ingest'),
    plugins: [handOut],
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  });
  await server.listen();
  const browser = await playwright.launch(chromium({ webgpu: false }));
  const page = await browser.newPage();
  await page.goto(`${server.resolvedUrls!.local[0]}ingest-page`, { waitUntil: 'commit' });
  await page.waitForFunction('window.ingestUrls !== undefined', undefined, { timeout: 300_000 });
  return {
    async ingest({ name, bytes, companions = [] }) {
      const handed = [{ name, bytes }, ...companions].map((file) => ({
        ...file,
        key: randomUUID(),
      }));
      for (const file of handed) files.set(file.key, file.bytes);
      const places = handed.map((file) => ({ name: file.name, url: `/ingest-file/${file.key}` }));
      const answer = (await page.evaluate(`ingestUrls(${JSON.stringify(places)})`)) as Answer;
      for (const { key } of handed) files.delete(key);
      if ('read' in answer) return answer.read;
      const { code, message, nextStep } = answer.error;
      throw new CanopyError(code, message, nextStep === undefined ? {} : { nextStep });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
