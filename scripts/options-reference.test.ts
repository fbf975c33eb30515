import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './install.mjs';
import { interfaceSection, optionsReference } from './options-reference.mjs';

describe('interfaceSection', () => {
  it('is a table of the members with their types and words', () => {
    const source = [
      '/** What decides. */',
      'export interface Keep extends Call, Omit<Common, "store"> {',
      '  /** The rule: `a` unless',
      '   * told otherwise. */',
      "  readonly rule?: 'a' | 'b';",
      '  readonly count: number;',
      '}',
    ].join('\n');
    expect(interfaceSection(source, 'Keep').split('\n')).toEqual([
      '## Keep',
      '',
      'What decides.',
      '',
      'Also has all of `Call` and `Omit<Common, "store">`.',
      '',
      '| option | type |  |',
      '| --- | --- | --- |',
      "| `rule?` | `'a' \\| 'b'` | The rule: `a` unless told otherwise. |",
      '| `count` | `number` |  |',
      '',
    ]);
  });

  it('names an interface that is no longer there', () => {
    expect(() => interfaceSection('export const a = 1;', 'Keep')).toThrow('no interface Keep');
  });
});

// Parses the sources, which takes a busy machine long.
it('docs/options.md is what the types say; `node scripts/options-reference.mjs` writes it', {
  timeout: 60_000,
}, () => {
  expect(readFileSync(join(root, 'docs/options.md'), 'utf8')).toBe(optionsReference());
});
