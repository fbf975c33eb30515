import { describe, expect, it } from 'vitest';
import { tableLine } from './region-input.ts';
import { columnCount, readerTableText } from './table-text.ts';

const cells = (count: number) =>
  Array.from({ length: count }, (_, i) => (i % 3 === 1 ? '' : `v${i}`));

describe('readerTableText', () => {
  it('keeps every cell of a wide table in its column, empty ones too', () => {
    const row = cells(12);
    const text = readerTableText([tableLine(row), tableLine(row)].join('\n'), 12);
    for (const line of text.split('\n')) expect(line.split('|')).toEqual(row);
    expect(text).not.toContain(' |');
  });

  it('leaves a narrow table as it is', () => {
    expect(readerTableText('a | b | c', 3)).toBe('a | b | c');
  });

  it('counts columns by the header line', () => {
    expect(columnCount(tableLine(cells(12)))).toBe(12);
    expect(columnCount('')).toBe(1);
  });
});
