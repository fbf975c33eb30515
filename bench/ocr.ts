/**
 * Compares the two OCR engines that run in a browser: `npx tsx bench/ocr.ts [out.json] [--tesseract-only]`. Real files are read from
 * ../shared/data/files where that folder exists.
 */
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { createServer, type Plugin } from 'vite';
import { chromium } from '../e2e/chromium.ts';
import type { Measurement } from './ocr/page.ts';

/** PaddleOCR takes ten times as long, so it can be left out. */
const withPaddle = !process.argv.includes('--tesseract-only');
const files = join(import.meta.dirname, '../../shared/data/files');
const passages: Record<string, string[]> = existsSync(files)
  ? JSON.parse(readFileSync(join(import.meta.dirname, 'ocr/passages.json'), 'utf8'))
  : {};

const serveFiles: Plugin = {
  name: 'serve-files',
  configureServer: ({ middlewares }) => {
    middlewares.use('/files', (request, response) => {
      createReadStream(join(files, request.url ?? '')).pipe(response);
    });
  },
};

const server = await createServer({
  configFile: false,
  root: join(import.meta.dirname, '..'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-bench'),
  plugins: [serveFiles],
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
  await page.goto(`${server.resolvedUrls!.local[0]}bench/ocr/index.html`);
  await page.waitForFunction('window.measure !== undefined', undefined, { timeout: 300_000 });
  const measurements = (await page.evaluate(
    `measure(${JSON.stringify(passages)}, ${withPaddle})`,
  )) as Measurement[];
  console.log(table(measurements));
  if (process.argv[2] !== undefined)
    writeFileSync(process.argv[2], JSON.stringify(measurements, null, 2));
} finally {
  await browser.close();
  await server.close();
}

function table(measurements: readonly Measurement[]): string {
  const engines = [...new Set(measurements.map(({ engine }) => engine))];
  const samples = [...new Set(measurements.map(({ sample }) => sample))];
  const cell = (sample: string, engine: string) => {
    const found = measurements.find((one) => one.sample === sample && one.engine === engine)!;
    const rate = (errors: number) => `${((errors / found.characters) * 100).toFixed(1)}%`;
    return `${rate(found.errors)} (${rate(found.errorsWithoutSpaces)}) ${(found.milliseconds / 1000).toFixed(1)} s`;
  };
  return [
    `| picture | ${engines.join(' | ')} |`,
    `| --- |${engines.map(() => ' --- |').join('')}`,
    ...samples.map(
      (sample) => `| ${sample} | ${engines.map((engine) => cell(sample, engine)).join(' | ')} |`,
    ),
  ].join('\n');
}
