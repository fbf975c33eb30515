import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeProblem, listDatasets, readDataset } from './dataset.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-dataset-'));
});
afterEach(() => rm(folder, { recursive: true }));

const text = {
  id: 't',
  modality: 'text',
  title: 'Tides',
  text: 'The moon pulls. The sea rises. Twice a day.',
  leaves: [
    [0, 15],
    [16, 30],
    [31, 43],
  ],
};
const question = {
  id: 'q1',
  dataset: 'tides',
  split: 'dev',
  question: 'What pulls the sea?',
  answers: ['moon'],
  items: [text],
  gold: [{ item: 't', spans: [[4, 17]] }],
};

async function write(lines: readonly (object | string)[], file = 'tides.dev.jsonl.gz') {
  const content = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const bytes = Buffer.from(content.join('\n'));
  await writeFile(join(folder, file), file.endsWith('.gz') ? gzipSync(bytes) : bytes);
}
const read = (options = {}) => readDataset(folder, 'tides', 'dev', options);

describe('readDataset', () => {
  it('takes every leaf that overlaps a gold span', async () => {
    await write([question]);
    const { questions, items } = await read();
    expect([...questions[0]!.gold.get('t')!]).toEqual([0, 1]);
    expect(items.get('t')!.leaves.ends.length).toBe(3);
    expect(items.get('t')!.item.provenance.source).toBe('tides');
  });

  it('reads tables by rows, and videos by the clip in which a gold sentence begins', async () => {
    const table = {
      ...{ id: 'a', modality: 'table', title: '', columns: ['x'] },
      rows: [['1'], ['2'], ['3']],
    };
    const segments = [
      { start: 0, end: 29, text: 'one' },
      { start: 29.9, end: 40, text: 'two' },
      { start: 61, end: 70, text: 'three' },
    ];
    const video = { id: 'v', modality: 'video', title: '', duration: 100, segments };
    await write([
      {
        ...question,
        items: ['a', 'v'],
        gold: [
          { item: 'a', cells: [[2, 0]], rows: [2] },
          { item: 'v', times: [[29.9, 70]], segments: [1, 2] },
        ],
      },
    ]);
    await write([table, video], 'tides.items.jsonl');
    const { gold } = (await read()).questions[0]!;
    expect([...gold.get('a')!]).toEqual([2]);
    expect([...gold.get('v')!]).toEqual([0, 2]);
  });

  it('names file, line and field of what it leaves out, and goes on', async () => {
    await write([
      question,
      'no json',
      { ...question, id: 'q2', gold: [] },
      { ...question, id: 'q3', gold: [{ item: 't', spans: [[40, 99]] }] },
      { ...question, id: 'q4', items: ['nowhere'] },
      { ...question, id: 'q5', gold: [{ item: 'other', spans: [[0, 1]] }] },
      question,
      '',
      {
        ...question,
        id: 'q6',
        items: [
          {
            ...text,
            leaves: [
              [0, 9],
              [5, 12],
            ],
          },
        ],
      },
      { ...question, id: 'q7' },
    ]);
    const { questions, problems } = await read();
    expect(questions.map(({ id }) => id)).toEqual(['q1', 'q7']);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'line'],
      [3, 'gold'],
      [4, 'gold.0.spans'],
      [5, 'items.0'],
      [6, 'gold.0.item'],
      [7, 'id'],
      [9, 'items.0.leaves'],
    ]);
    expect(describeProblem(problems[0]!)).toBe('tides.dev.jsonl.gz, line 2, line: is not JSON');
  });

  it('stops at the first bad line when strict', async () => {
    await write([{ ...question, question: ' ' }]);
    await expect(read({ strict: true })).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
      message: expect.stringContaining('tides.dev.jsonl.gz, line 1, question'),
    });
  });

  it('refuses one id for two texts', async () => {
    await write([
      question,
      {
        ...question,
        id: 'q2',
        items: [{ ...text, text: 'Other words than before it.', leaves: undefined }],
      },
    ]);
    expect((await read()).problems[0]).toMatchObject({ line: 2, field: 'items.0.id' });
  });

  it('says where a packed file breaks off', async () => {
    await write([question]);
    const whole = gzipSync(
      Array.from({ length: 400 }, (_, i) => JSON.stringify({ ...question, id: `${i}` })).join('\n'),
    );
    await writeFile(join(folder, 'tides.dev.jsonl.gz'), whole.subarray(0, whole.length - 40));
    await expect(read()).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
      message: expect.stringContaining('tides.dev.jsonl.gz'),
    });
  });

  it('stops at the limit and says so when a file is missing', async () => {
    await write([question, { ...question, id: 'q2' }]);
    expect((await read({ limit: 1 })).questions.length).toBe(1);
    await expect(readDataset(folder, 'tides', 'train')).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
    });
  });
});

it('lists the data sets that have a split', async () => {
  await write([question]);
  await write([question], 'alps.dev.jsonl');
  await write([text], 'tides.items.jsonl.gz');
  expect(await listDatasets(folder, 'dev')).toEqual(['alps', 'tides']);
});
