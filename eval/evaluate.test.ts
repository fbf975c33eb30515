import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHashEncoder } from '../src/adapters/memory/hash-encoder.ts';
import type { ChatModel } from '../src/ports/chat-model.ts';
import { parseEvalOptions } from './eval-options.ts';
import { evaluate } from './evaluate.ts';
import { htmlReport } from './report-html.ts';
import { markdownTables } from './report-markdown.ts';

const item = (id: string, text: string) => ({ id, modality: 'text', title: id, text });
const TOWER = 'Ann built the tower. The town paid her. She lived in a small house near the river.';
const RIVER = 'The river is long. Trout live in the river. It freezes in hard winters.';
const question = (id: string, words: string, answer: string, gold: string, span: number[]) => ({
  ...{ id, dataset: 'tiny', split: 'dev', question: words, answers: [answer] },
  items: [item('tower', TOWER), item('river', RIVER)],
  gold: [{ item: gold, spans: [span] }],
});
const lines = [
  JSON.stringify(question('q1', 'Who built the tower?', 'Ann', 'tower', [0, 20])),
  '{"id": "broken"',
  JSON.stringify({
    ...question('q2', 'Which fish live in the river?', 'Trout', 'river', [19, 43]),
  }),
  JSON.stringify({ ...question('q3', 'Where?', 'x', 'tower', [900, 905]) }),
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-eval-'));
  await writeFile(join(folder, 'tiny.dev.jsonl'), `${lines.join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const encoder = createHashEncoder();
async function run(args: readonly string[], chat?: ChatModel) {
  const base = ['--data', folder, '--cache', join(folder, 'cache'), '--timed', '1'];
  const logged: string[] = [];
  const report = await evaluate(parseEvalOptions([...base, ...args]), {
    ...{ encoder, openFrozen: () => Promise.resolve(createHashEncoder({ revision: 'frozen' })) },
    resamples: 200,
    log: (line, kind) => kind === undefined && logged.push(line),
    ...(chat === undefined ? {} : { chat }),
  });
  const find = (system: string, dataset = 'all', mode = 'pool') =>
    report.runs.find(
      (one) => one.system === system && one.dataset === dataset && one.mode === mode,
    )!;
  return { report, find, logged };
}

it('measures compressors, and names and counts the lines it left out', async () => {
  const { report, find, logged } = await run([]);
  expect(logged).toEqual(report.problems.map((problem) => `left out: ${problem}`));
  expect(report.problems).toEqual([
    'tiny.dev.jsonl, line 2, line: is not JSON',
    expect.stringMatching(/^tiny\.dev\.jsonl, line 4, gold\.0\.spans: /),
  ]);
  const whole = find('whole-item');
  expect(whole).toMatchObject({ split: 'dev', mode: 'pool', n: 2, options: {} });
  expect(whole.metrics).toMatchObject({
    tokenCut: 0,
    goldLeafRecall: 1,
    answerInContext: 1,
    recallAtK: 1,
  });
  expect(whole.metrics.encodeMs).toBeGreaterThan(0);
  expect(whole.metrics).not.toHaveProperty('em');
  // One gold sentence of each question: of six leaves only that stays, with its title.
  const span = find('gold-span', 'tiny');
  expect(span.metrics).toMatchObject({ goldLeafRecall: 1, answerInContext: 1, droppedItems: 0.5 });
  expect(span.metrics.tokenCut).toBeGreaterThan(0.7);
  expect(span.differences!.tokenCut!.value).toBeCloseTo(span.metrics.tokenCut!);
  expect(span.intervals.tokenCut![0]).toBeLessThanOrEqual(span.metrics.tokenCut!);
  // Hashed words find the sentence that shares most words with its question.
  expect(find('flat-m-1').metrics).toMatchObject({ goldLeafRecall: 1 });
  expect(find('flat-m-1').metrics.cutAtRecall['0.9']).toBeGreaterThan(0.5);
  expect(find('whole-item').metrics.cutAtRecall).toEqual({ 0.9: null, 0.95: null });
});

it('retrieves among all items, and takes gold items as given', async () => {
  const modes = ['--mode', 'retrieval', '--mode', 'gold-items', '--k', '1'];
  const { find } = await run(['--compressor', 'whole-item', ...modes]);
  expect(find('whole-item', 'all', 'retrieval').metrics.recallAtK).toBe(1);
  expect(find('whole-item', 'all', 'gold-items').metrics.droppedItems).toBe(0);
  const [one, two] = ['retrieval', 'gold-items'].map((mode) => find('whole-item', 'all', mode));
  expect(one!.metrics.evidenceTokens).toBe(two!.metrics.evidenceTokens);
});

it('is the same for the same seed', async () => {
  const names = ['--compressor', 'flat-m-1', '--compressor', 'whole-item'];
  const [one, two] = [await run(names), await run(names)];
  const stable = ({ report }: typeof one) =>
    report.runs.map(({ metrics, intervals }) => {
      const { pruneMs: _, encodeMs: __, ...rest } = metrics;
      return [rest, intervals.tokenCut, intervals.goldLeafRecall];
    });
  expect(stable(one)).toEqual(stable(two));
});

/** Answers "Ann" to everything, breaks off at the second question, and counts. */
function reader(): ChatModel & { asked: number } {
  const model: ChatModel & { asked: number } = {
    name: 'scripted',
    asked: 0,
    async *stream({ messages }) {
      model.asked++;
      if (messages.at(-1)!.content.includes('fish')) throw new Error('broken pipe');
      yield 'Ann [1]';
      return { promptTokens: 40, completionTokens: 2 };
    },
  };
  return model;
}

it('measures strategies with a reader, counts failures by question, and asks nothing twice', async () => {
  const args = ['--reader', 'http://localhost:1', '--model', 'm', '--strategy', 'vanilla-rag'];
  const first = reader();
  const { report, find } = await run([...args, '--compressor', 'flat-m-1'], first);
  expect(find('vanilla-rag').metrics).toMatchObject({
    ...{ em: 0.5, f1: 0.5, llmCalls: 1, promptTokens: 40, failures: 0.5, parseFailures: 0 },
    ...{ tokenCut: 0, answerInContext: 1 },
  });
  expect(find('vanilla-rag + flat-m-1').metrics.tokenCut).toBeGreaterThan(0.3);
  expect(report.failures).toEqual([
    'tiny, q2, vanilla-rag: broken pipe',
    'tiny, q2, vanilla-rag + flat-m-1: broken pipe',
  ]);
  expect(first.asked).toBe(4);
  const again = reader();
  await run([...args, '--compressor', 'flat-m-1'], again);
  // Only what failed is asked again.
  expect(again.asked).toBe(2);
});

it('writes a page and tables that hold the figures', async () => {
  const { report, find } = await run(['--compressor', 'flat-m', '--compressor', 'gold-span']);
  const page = htmlReport([report], { command: 'npm run eval -- <x>' });
  const cut = `${(find('gold-span').metrics.tokenCut! * 100).toFixed(1)}%`;
  expect(page).toContain(`<td>${cut}<small>`);
  expect(page).toContain('npm run eval -- &lt;x&gt;');
  expect(page.match(/<polyline/g)).toHaveLength(2);
  expect(page).toContain('makes no claim');
  expect(page).toContain('tiny.dev.jsonl, line 2, line: is not JSON');
  expect(markdownTables(report.runs)).toContain('| gold-span |');
});

it('refuses what makes no sense, by name', () => {
  expect(() => parseEvalOptions(['--mode', 'x'])).toThrowError('There is no mode x.');
  expect(() => parseEvalOptions(['--k', '0'])).toThrowError('--k 0 is not a whole number.');
  expect(() => parseEvalOptions(['--strategy', 'ircot'])).toThrowError('need a language model');
  expect(() => parseEvalOptions(['--nonsense'])).toThrowError(/nonsense/);
});

it('stops at the first bad line when strict', async () => {
  await expect(run(['--strict'])).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
});
