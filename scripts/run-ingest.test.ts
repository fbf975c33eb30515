import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createFileIngester } from '../src/adapters/ingest/ingest-file.ts';
import type { IngestedFile, Ingester, SourceFile } from '../src/ports/ingester.ts';
import { type IngestTerminal, runIngest } from './run-ingest.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-ingest-'));
  await writeFile(file('metals.csv'), 'Metal,Melts at\nCopper,1085\nTin,232\n');
  await writeFile(file('notes.txt'), 'Copper melts at 1085 degrees.\n');
  await writeFile(file('dream.webm'), 'film');
  await writeFile(file('dream.en.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello owl.\n');
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

async function run(args: readonly string[], others: Partial<IngestTerminal> = {}) {
  const said = { out: '', err: '', closed: 0 };
  const seen: SourceFile[] = [];
  const browser: Ingester = {
    ingest: async (source) => {
      seen.push(source);
      return { id: 'film', items: [], warnings: [] };
    },
  };
  const status = await runIngest(args, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    ingester: createFileIngester(),
    openBrowser: async () => ({
      ...browser,
      close: async () => {
        said.closed++;
      },
    }),
    ...others,
  });
  return { status, seen, ...said };
}

it('reads a film with the captions of its name, as one file', async () => {
  const paths = [file('dream.en.vtt'), file('notes.txt'), file('dream.webm')];
  const { status, seen, out, closed } = await run([...paths, '--json']);
  const reports: unknown = JSON.parse(out);
  expect({ status, closed }).toEqual({ status: 0, closed: 1 });
  expect(reports).toMatchObject([{ file: file('notes.txt') }, { file: file('dream.webm') }]);
  expect(seen.map(({ name }) => name)).toEqual(['dream.webm']);
  expect(seen[0]?.companions?.map(({ name }) => name)).toEqual(['dream.en.vtt']);
  expect(new TextDecoder().decode(seen[0]?.companions?.[0]?.bytes)).toContain('Hello owl.');
});

it('counts in words, and says what is wrong with a path and what to do', async () => {
  const { status, out, err } = await run([file('metals.csv'), file('none.txt'), `${folder}/`]);
  expect(status).toBe(1);
  expect(out).toMatch(/^metals\.csv +1 table +\d+ ms$/m);
  expect(out).toMatch(/There is no file “.*none\.txt”\. Check its name/);
  expect(out).toMatch(/is a folder\. Name the files in it/);
  expect(out).not.toMatch(/ENOENT|EISDIR/);
  expect(err).toBe('');
  const item = { title: '', headingPath: [], provenance: { source: 'a' }, text: 'a' };
  const two = ['1', '2'].map((id) => ({ ...item, id, modality: 'text' as const }));
  const ingester: Ingester = { ingest: async () => ({ id: 'a', items: two, warnings: [] }) };
  expect((await run([file('notes.txt')], { ingester })).out).toMatch(/ 2 passages /);
});

it.each([
  [['--jsno', 'a.txt'], 2, '--jsno'],
  [[], 2, 'Name at least one file.'],
  [['--help'], 0, '--json'],
])('tells how it is used: %j', async (args, status, words) => {
  const result = await run(args);
  expect(result.status).toBe(status);
  expect(status === 0 ? result.out : result.err).toContain(words);
  expect(status === 0 ? result.err : result.out).toBe('');
});

it('tells on standard error that a slow file is still being read', async () => {
  vi.useFakeTimers();
  let finish = (_: IngestedFile) => {};
  const done = new Promise<IngestedFile>((resolve) => {
    finish = resolve;
  });
  const slow: Ingester = { ingest: () => done };
  let err = '';
  const reading = run([file('notes.txt')], {
    ingester: slow,
    err: (text) => {
      err += text;
    },
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(err).toMatch(/^Reading notes\.txt: [23] s\n$/);
  finish({ id: 'a', items: [], warnings: [] });
  expect((await reading).status).toBe(0);
});
