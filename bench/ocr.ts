/**
 * Compares the two OCR engines that run in a browser: `npx tsx bench/ocr.ts [out.json] [--tesseract-only]`. Real files are read from
 * ../shared/data/files where that folder exists.
 */
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { runBenchPage } from './bench-page.ts';
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

const measurements = await runBenchPage<Measurement[]>(
  'ocr/index.html',
  'measure',
  `measure(${JSON.stringify(passages)}, ${withPaddle})`,
  [serveFiles],
);
console.log(table(measurements));
if (process.argv[2] !== undefined)
  writeFileSync(process.argv[2], JSON.stringify(measurements, null, 2));

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
