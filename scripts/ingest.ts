// `npm run ingest -- FILES… [--json]`: reads files as the app does and tells what became of each.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createFileIngester } from '../src/adapters/ingest/ingest-file.ts';
import { nodePdfRuntime } from '../src/adapters/ingest/pdf/node-pdf-runtime.ts';
import { toCanopyError } from '../src/core/errors.ts';
import type { Item, Modality } from '../src/core/item.ts';
import type { Ingester } from '../src/ports/ingester.ts';
import { type ChromiumIngester, openChromiumIngester } from './ingest-in-chromium.ts';

/** Files that only a browser can decode. */
const SEEN = /\.(png|jpe?g|webp|gif|bmp|avif|mp4|m4v|mov|webm|mkv)$/i;

/** What became of one file; `error` says why it was refused. */
interface Report {
  readonly file: string;
  readonly milliseconds: number;
  readonly counts: Partial<Record<Modality, number>>;
  readonly warnings: readonly string[];
  readonly pagesWithoutText?: readonly number[];
  readonly items?: readonly Item[];
  readonly error?: { readonly code: string; readonly message: string; readonly nextStep?: string };
}

async function report(ingester: Ingester, path: string): Promise<Report> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const bytes = Uint8Array.from(await readFile(path));
    const { items, warnings, pagesWithoutText } = await ingester.ingest({
      name: basename(path),
      bytes,
    });
    const counts: Partial<Record<Modality, number>> = {};
    for (const { modality } of items) counts[modality] = (counts[modality] ?? 0) + 1;
    const lacking = pagesWithoutText === undefined ? {} : { pagesWithoutText };
    return { file: path, milliseconds: milliseconds(), counts, warnings, ...lacking, items };
  } catch (thrown) {
    const { code, message, nextStep } = toCanopyError(thrown, 'FILE_MALFORMED');
    const error = { code, message, ...(nextStep === undefined ? {} : { nextStep }) };
    return { file: path, milliseconds: milliseconds(), counts: {}, warnings: [], error };
  }
}

function lines({ file, milliseconds, counts, warnings, error }: Report): string[] {
  const found = Object.entries(counts).map(([modality, count]) => `${count} ${modality}`);
  const result = error === undefined ? found.join(', ') : `refused: ${error.code}`;
  return [
    `${basename(file).padEnd(38)} ${result.padEnd(28)} ${`${milliseconds} ms`.padStart(10)}`,
    ...warnings.map((warning) => `    ! ${warning}`),
    ...(error === undefined ? [] : [`    ${error.message} ${error.nextStep ?? ''}`]),
  ];
}

const options = process.argv.slice(2);
const paths = options.filter((option) => !option.startsWith('--'));
const asJson = options.includes('--json');
if (paths.length === 0) {
  console.error('Usage: npm run ingest -- FILES… [--json]');
  process.exit(2);
}
const ingester = createFileIngester({ pdf: nodePdfRuntime() });
let chromium: Promise<ChromiumIngester> | undefined;
/** Pictures, videos and scans need a browser; it is started with the first of them. */
const reportInChromium = async (path: string) => {
  chromium ??= openChromiumIngester();
  return report(await chromium, path);
};
const reports: Report[] = [];
for (const path of paths) {
  let result = await (SEEN.test(path) ? reportInChromium(path) : report(ingester, path));
  const isScan = result.error?.code === 'FILE_NO_TEXT' || result.pagesWithoutText !== undefined;
  if (isScan) result = await reportInChromium(path);
  reports.push(result);
  if (!asJson) console.log(lines(result).join('\n'));
}
await (await chromium)?.close();
if (asJson) console.log(JSON.stringify(reports, null, 2));
process.exit(reports.every(({ error }) => error === undefined) ? 0 : 1);
