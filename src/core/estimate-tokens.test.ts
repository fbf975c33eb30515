import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

/** Estimate against count, as a share of the count. */
const error = (text: string) => estimateTokens(text) / countTokens(text) - 1;

const PROSE =
  'The barn owl (Tyto alba) is the most widely distributed species of owl in the world. It doesn’t hoot; instead, it ' +
  'utters a drawn-out screech. Most pairs breed between March and June, in hollow trees or old buildings, and raise ' +
  'four to seven young. In 1987, Dr. M. Taylor weighed 1,204 pellets from 34 sites.';

describe('estimateTokens', () => {
  it.each([
    ['English prose', PROSE, 0.06],
    [
      'a table',
      'Year | Births | Deaths | Rate\n2019 | 1,204 | 980 | 3.5%\n2020 | 998 | 1,011 | -1.2%',
      0.15,
    ],
    [
      'code',
      'export function add(left: number, right: number): number {\n  return left + right;\n}\n',
      0.25,
    ],
    [
      'Chinese',
      '猫头鹰是夜行性鸟类，主要以老鼠为食，在世界各地都有分布。它们的听觉非常灵敏。',
      0.2,
    ],
    [
      'German',
      'Die Schleiereule ist die am weitesten verbreitete Eule der Welt und jagt meistens in der Nacht.',
      0.25,
    ],
    [
      'Russian',
      'Сипуха является самой распространённой совой в мире и охотится обычно ночью.',
      0.6,
    ],
    ['numbers', '3.14159 2.71828 1.41421 1.73205 0.57721', 0.1],
  ])('is close to o200k on %s', (_, text, bound) => {
    expect(Math.abs(error(text))).toBeLessThan(bound);
  });

  it('is 0 for nothing and grows with the text', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens(' ')).toBe(0);
    expect(estimateTokens('owl')).toBe(1);
    expect(estimateTokens(`${PROSE} ${PROSE}`) / estimateTokens(PROSE)).toBeCloseTo(2, 1);
  });

  it('counts a rule of one sign as few tokens', () => {
    expect(estimateTokens('-'.repeat(80))).toBeLessThan(10);
  });
});

interface Passage {
  readonly text?: string;
  readonly rows?: readonly (readonly string[])[];
}

function texts(set: string): string[] {
  const lines = gunzipSync(readFileSync(`../shared/data/${set}.jsonl.gz`))
    .toString()
    .trim()
    .split('\n');
  return lines
    .flatMap((line) => (JSON.parse(line) as { items: Passage[] }).items.slice(0, 2))
    .map(({ text, rows }) => text ?? rows!.map((row) => row.join(' | ')).join('\n'));
}

describe.skipIf(!existsSync('../shared/data'))('on real texts (skipped without ../shared)', () => {
  it.each(['hotpotqa.dev', '2wikimultihopqa.dev', 'fetaqa.dev'])('%s', (set) => {
    let total = 0;
    let counted = 0;
    let deviation = 0;
    const all = texts(set);
    for (const text of all) {
      total += estimateTokens(text);
      counted += countTokens(text);
      deviation += Math.abs(error(text));
    }
    console.info(
      `${set}: total ${(total / counted - 1).toFixed(4)}, per text ${(deviation / all.length).toFixed(4)}`,
    );
    expect(Math.abs(total / counted - 1)).toBeLessThan(0.02);
    expect(deviation / all.length).toBeLessThan(0.055);
  });
});
