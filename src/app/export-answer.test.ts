import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import { answerData, answersAsJson, answersAsMarkdown, exportName } from './export-answer.ts';
import type { Turn } from './turn.ts';

const FOREST: EvidenceForest = {
  ...{ itemId: 'a', modality: 'text', title: 'Report *draft*', headingPath: ['Costs'] },
  ...{ header: '', leafCount: 3, keptLeaves: 2, wholeTokens: 30, keptTokens: 20 },
  provenance: { source: 'report.pdf', page: 3 },
  spans: [
    { firstLeaf: 0, endLeaf: 1, start: 0, end: 9, text: 'Verbatim.' },
    { firstLeaf: 2, endLeaf: 3, start: 20, end: 40, text: '```js\nalert(1)\n```` <b>' },
  ],
};
const TABLE: EvidenceForest = {
  ...FOREST,
  ...{ itemId: 't', modality: 'table', title: 'Planets', headingPath: [], header: 'Planet | Day' },
  provenance: { source: 'planets.csv', firstRow: 2 },
  spans: [{ firstLeaf: 0, endLeaf: 1, start: 0, end: 1, text: 'Jupiter | 9.9 h' }],
};
const TURN: Turn = {
  ...{ id: 1, key: 'k', askedAt: Date.UTC(2026, 10, 30, 9), question: 'What\ndoes it # cost?' },
  ...{ host: 'api.example', dial: 0, state: 'done', stage: 'answering', evidence: [] },
  ...{ rounds: [{ round: 1, query: 'q', added: ['a'] }], tableQuestion: undefined },
  ...{ reading: [FOREST, TABLE], text: 'It costs *much* [1].', error: undefined },
  prices: { sent: 2, received: 8, currency: 'EUR' },
  summary: {
    ...{ answer: 'It costs *much* [1].', rounds: 1, wholeTokens: 100, keptTokens: 20 },
    ...{ citations: [{ marker: 1, itemId: 'a', span: 0, start: 0, end: 9, quote: 'Verbatim.' }] },
    ...{ modelCalls: 2, seconds: 1.5, reader: 'model', extractive: false },
    usage: { promptTokens: 1000, completionTokens: 100 },
  },
};

describe('an exported answer', () => {
  it('carries every span to the letter with its place, as data', () => {
    const data = JSON.parse(answersAsJson([TURN]));
    expect(data).toMatchObject({
      format: 'canopy-answer',
      askedAt: '2026-11-30T09:00:00.000Z',
      answer: TURN.text,
      answeredBy: { onDevice: false, host: 'api.example' },
      tokens: { found: 100, kept: 20 },
      estimatedCost: { amount: 0.0028, currency: 'EUR', isAtLeast: false },
    });
    expect(
      data.evidence.map(({ marker, text, provenance, unit, start, end }: never) => ({
        ...{ marker, text, provenance, unit, start, end },
      })),
    ).toEqual([
      ...FOREST.spans.map(({ text, start, end }, span) => ({
        ...{ marker: span + 1, text, start, end, unit: 'utf-16', provenance: FOREST.provenance },
      })),
      {
        ...{ marker: 3, text: 'Jupiter | 9.9 h', start: 0, end: 1, unit: 'rows' },
        provenance: TABLE.provenance,
      },
    ]);
    expect(data.evidence[2].header).toBe('Planet | Day');
    expect(data.citations[0].quote).toBe('Verbatim.');
  });

  it('is readable Markdown in which no span can end its own fence', () => {
    const text = answersAsMarkdown([TURN]);
    expect(text).toContain('# What does it \\# cost?\n\nIt costs *much* [1].');
    expect(text).toContain(
      '### [1] Report \\*draft\\* › Costs\n\nreport.pdf, page 3\n\n```text\nVerbatim.\n```',
    );
    expect(text).toContain('`````text\n```js\nalert(1)\n```` <b>\n`````');
    expect(text).toContain('```text\nPlanet | Day\nJupiter | 9.9 h\n```');
  });

  it('says of an unfinished answer that it is one, and takes what was kept so far', () => {
    const error = new CanopyError('CHAT_STREAM_CUT', 'It broke off.');
    const cut: Turn = {
      ...{ ...TURN, state: 'failed', summary: undefined, reading: undefined, error },
      gone: [FOREST],
    };
    expect(answerData(cut)).toMatchObject({
      state: 'failed',
      error: { code: 'CHAT_STREAM_CUT' },
      evidence: [{ text: 'Verbatim.' }, {}],
    });
    expect(answersAsMarkdown([cut])).toContain('not finished');
  });

  it('puts several answers into one file, named after the first question', () => {
    expect(JSON.parse(answersAsJson([TURN, TURN]))).toHaveLength(2);
    expect(answersAsMarkdown([TURN, TURN]).match(/^# /gm)).toHaveLength(2);
    expect(exportName([TURN], 'md')).toBe('what-does-it-cost.md');
    expect(exportName([TURN, TURN], 'md')).toBe('what-does-it-cost-conversation.md');
    expect(exportName([{ ...TURN, question: '../../¿?' }], 'json')).toBe('answer.json');
    expect(exportName([{ ...TURN, question: 'שאלה על מחיר' }], 'md')).toBe('שאלה-על-מחיר.md');
  });
});
