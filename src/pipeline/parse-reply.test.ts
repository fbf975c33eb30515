import { describe, expect, it } from 'vitest';
import { parseVerdict } from './critic.ts';
import { findJsonObject } from './parse-reply.ts';
import { parseRoute } from './router.ts';
import { parseTableQuestion } from './table-question.ts';

describe('findJsonObject', () => {
  it.each([
    ['plain', '{"kind": "lookup"}'],
    ['in a code fence', 'Here:\n```json\n{"kind": "lookup"}\n```\nDone.'],
    ['after other braces', 'The set {a, b} and {"other": 1} … {"kind": "lookup"}'],
    ['inside another object', '{"result": {"kind": "lookup"}}'],
    ['after an unclosed brace', 'I open { and reply {"kind": "lookup"}'],
  ])('finds it %s', (_, reply) => {
    expect(findJsonObject(reply, ['kind'])).toEqual({ kind: 'lookup' });
  });

  it('takes the last of several, and is not misled by braces in strings', () => {
    const reply = '{"kind": "a"} no: {"kind": "b", "note": "} \\" {"}';
    expect(findJsonObject(reply, ['kind'])).toEqual({ kind: 'b', note: '} " {' });
  });

  it.each(['', 'no idea', '{"kind": ', '[1, 2]', '{"other": 1}'])('finds none in “%s”', (reply) => {
    expect(findJsonObject(reply, ['kind'])).toBeUndefined();
  });
});

describe('parseVerdict', () => {
  it('reads a whole verdict', () => {
    const reply =
      '{"rationale": "The spouse is named, not her birthplace.", "answer": null, "sufficient": false, "missing": "birthplace of the spouse", "query": "where was the spouse born"}';
    expect(parseVerdict(reply)).toEqual({
      rationale: 'The spouse is named, not her birthplace.',
      answer: null,
      sufficient: false,
      missing: 'birthplace of the spouse',
      followUp: 'where was the spouse born',
      parsed: true,
    });
  });

  it('understands yes and no in words, and ignores a gap once it is sufficient', () => {
    const reply =
      '{"rationale": "", "answer": 1957, "sufficient": "Yes", "missing": "x", "query": "y"}';
    expect(parseVerdict(reply)).toMatchObject({
      answer: '1957',
      sufficient: true,
      missing: null,
      followUp: null,
    });
    expect(parseVerdict('{"sufficient": "no", "missing": "None", "query": "n/a"}')).toMatchObject({
      sufficient: false,
      missing: null,
      followUp: null,
    });
  });

  it('cuts a gap and a query without end at a word, or inside writing without words at a character', () => {
    const reply = {
      sufficient: false,
      missing: `z${'😀'.repeat(400)}`,
      query: '<b>y</b> '.repeat(3000),
    };
    const { missing, followUp } = parseVerdict(JSON.stringify(reply));
    expect(followUp).toBe('<b>y</b> '.repeat(55).trimEnd());
    expect(missing).toBe(`z${'😀'.repeat(249)}`);
    const exact = 'word '.repeat(100).trimEnd();
    expect(parseVerdict(JSON.stringify({ ...reply, query: exact })).followUp).toBe(exact);
  });

  it.each(['', 'It is sufficient.', '{"sufficient": "maybe"}', '{"rationale": "x"}'])(
    'counts “%s” as insufficient and unread',
    (reply) => {
      expect(parseVerdict(reply)).toMatchObject({
        sufficient: false,
        parsed: false,
        followUp: null,
      });
    },
  );
});

describe('parseTableQuestion', () => {
  it('reads a reply, and falls back to aggregate', () => {
    expect(parseTableQuestion('{"reason": "One row.", "kind": "Lookup"}')).toEqual({
      kind: 'lookup',
      reason: 'One row.',
    });
    expect(parseTableQuestion('{"kind": "aggregate"}').kind).toBe('aggregate');
    expect(parseTableQuestion('{"kind": "lookup or aggregate"}').kind).toBe('aggregate');
    expect(parseTableQuestion('lookup').kind).toBe('aggregate');
  });
});

describe('parseRoute', () => {
  it('keeps the corpora that exist, and takes all when none is named', () => {
    expect(parseRoute('{"sources": ["Video", "text", "audio"]}')).toEqual(['text', 'video']);
    expect(parseRoute('{"sources": "table"}')).toEqual(['table']);
    expect(parseRoute('{"sources": []}')).toEqual(['text', 'table', 'image', 'video']);
    expect(parseRoute('text')).toEqual(['text', 'table', 'image', 'video']);
  });
});
