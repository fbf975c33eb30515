import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgressLine, type ProgressLine } from '../src/cli/progress-line.ts';
import { readFileOf } from '../src/cli/read-file-of.ts';
import { toCanopyError } from '../src/core/errors.ts';
import type { Item, Modality } from '../src/core/item.ts';
import { type CaptionedFile, pairCaptions } from '../src/pipeline/pair-captions.ts';
import type { Ingester, SourceFile } from '../src/ports/ingester.ts';

/** How the command is used. */
export const USAGE = `npm run ingest -- FILES… [--json]   reads files as the page does and tells what became of each

  --json    prints one JSON array in place of the lines: for each file its name, milliseconds, counts, warnings, and
            either its items with all of their text or the error that refused it
  --help    prints this

Files: text, Markdown, CSV, TSV, HTML, PDF, DOCX, XLSX, captions, JSON and mail; pictures, scans and videos too, for
which a Chromium is started. A video is read with the captions (.vtt, .srt) of its name that are given with it.
Exit status: 0 all were read, 1 a file was refused, 2 wrong use.
`;

/** Files that only a browser can decode. */
const SEEN = /\.(png|jpe?g|webp|gif|bmp|avif|mp4|m4v|mov|webm|mkv)$/i;

/** What the items of each kind are called, one and several. */
const WORDS: Readonly<Record<Modality, readonly [string, string]>> = {
  text: ['passage', 'passages'],
  table: ['table', 'tables'],
  image: ['picture', 'pictures'],
  video: ['clip', 'clips'],
};

/** What the command writes to, and what it reads with. */
export interface IngestTerminal {
  out(text: string): void;
  err(text: string): void;
  readonly isTerminal?: boolean;
  /** Reads what needs no browser. */
  readonly ingester: Ingester;
  /** Opens what reads pictures, videos and scans; called once, with the first of them. */
  openBrowser(): Promise<Ingester & { close(): Promise<void> }>;
}

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

/** A file that was named, under the name it is read by. */
interface NamedFile {
  readonly name: string;
  readonly path: string;
}

/** Runs the command; resolves to the exit status. */
export async function runIngest(
  args: readonly string[],
  terminal: IngestTerminal,
): Promise<number> {
  const { out, err } = terminal;
  const asked = parse(args);
  if (typeof asked === 'string') {
    err(`ingest: ${asked} See npm run ingest -- --help.\n`);
    return 2;
  }
  if (asked.help) {
    out(USAGE);
    return 0;
  }
  const browser = once(terminal.openBrowser);
  const progress = createProgressLine(terminal);
  const reports: Report[] = [];
  try {
    for (const pair of pairCaptions(asked.files)) {
      const made = await whileTold(pair.file.name, progress, () =>
        reportOf(pair, terminal.ingester, browser.open),
      );
      reports.push(made);
      if (!asked.json) out(`${linesOf(made).join('\n')}\n`);
    }
  } finally {
    await (await browser.opened()?.catch(() => undefined))?.close();
  }
  if (asked.json) out(`${JSON.stringify(reports, null, 2)}\n`);
  return reports.every(({ error }) => error === undefined) ? 0 : 1;
}

/** What was asked for, or what is wrong with it. */
function parse(args: readonly string[]) {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { json = false, help = false } = values;
    if (!help && positionals.length === 0) return 'Name at least one file.';
    const files: NamedFile[] = positionals.map((path) => ({ name: basename(path), path }));
    return { json, help, files };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads here what can be, in a browser what must be: pictures, videos and scans. */
async function reportOf(
  pair: CaptionedFile<NamedFile>,
  ingester: Ingester,
  openBrowser: () => Promise<Ingester>,
): Promise<Report> {
  if (SEEN.test(pair.file.name)) return report(pair, openBrowser);
  const made = await report(pair, async () => ingester);
  const isScan = made.error?.code === 'FILE_NO_TEXT' || made.pagesWithoutText !== undefined;
  return isScan ? report(pair, openBrowser) : made;
}

async function report(
  { file, captions }: CaptionedFile<NamedFile>,
  open: () => Promise<Ingester>,
): Promise<Report> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const companions: SourceFile[] = [];
    for (const { path } of captions) companions.push(await readFileOf(path));
    const read = await readFileOf(file.path);
    const source = companions.length === 0 ? read : { ...read, companions };
    const { items, warnings, pagesWithoutText } = await (await open()).ingest(source);
    const counts: Partial<Record<Modality, number>> = {};
    for (const { modality } of items) counts[modality] = (counts[modality] ?? 0) + 1;
    const lacking = pagesWithoutText === undefined ? {} : { pagesWithoutText };
    return { file: file.path, milliseconds: milliseconds(), counts, warnings, ...lacking, items };
  } catch (thrown) {
    const { code, message, nextStep } = toCanopyError(thrown, 'FILE_MALFORMED');
    const error = { code, message, ...(nextStep === undefined ? {} : { nextStep }) };
    return { file: file.path, milliseconds: milliseconds(), counts: {}, warnings: [], error };
  }
}

/** Says every second how long a file has been read for; the line decides how much of that is shown. */
async function whileTold<T>(
  name: string,
  progress: ProgressLine,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  progress.show(`Reading ${name}`);
  const ticking = setInterval(() => {
    progress.show(`Reading ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
  }, 1000);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    progress.clear();
  }
}

/** Opens with the first call only, and tells whether it has. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return {
    open: (): Promise<T> => {
      made ??= make();
      return made;
    },
    opened: (): Promise<T> | undefined => made,
  };
}

function linesOf({ file, milliseconds, counts, warnings, error }: Report): string[] {
  const found = (Object.entries(counts) as [Modality, number][]).map(
    ([modality, count]) => `${count} ${WORDS[modality][count === 1 ? 0 : 1]}`,
  );
  const result = error === undefined ? found.join(', ') : `refused: ${error.code}`;
  return [
    `${basename(file).padEnd(38)} ${result.padEnd(28)} ${`${milliseconds} ms`.padStart(10)}`,
    ...warnings.map((warning) => `    ! ${warning}`),
    ...(error === undefined ? [] : [`    ${error.message} ${error.nextStep ?? ''}`.trimEnd()]),
  ];
}
