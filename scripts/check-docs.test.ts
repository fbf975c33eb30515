import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../csp.ts';
import { deadLinks, undocumented } from './check-docs.mjs';
import { root } from './install.mjs';

describe('undocumented', () => {
  it('names each kind of export that has no doc comment, with its line', () => {
    const source = [
      'export function walk() {}',
      'export class Tree {}',
      'export interface Leaf {}',
      'export type Span = number;',
      'export const one = 1, two = 2;',
      'export enum Kind {}',
      'function later() {}',
      'export { later };',
    ].join('\n');
    expect(undocumented('a.ts', source)).toEqual([
      '1: walk',
      '2: Tree',
      '3: Leaf',
      '4: Span',
      '5: one',
      '5: two',
      '6: Kind',
      '7: later',
    ]);
  });

  it('is content with a doc comment, and takes no other comment for one', () => {
    expect(undocumented('a.ts', '/** Walks. */\nexport function walk() {}')).toEqual([]);
    expect(undocumented('a.ts', '// Walks.\nexport function walk() {}')).toEqual(['2: walk']);
    expect(undocumented('a.ts', '/** */\nexport function walk() {}')).toEqual(['2: walk']);
    expect(undocumented('a.ts', '/** @internal */\nexport const a = 1;')).toEqual(['2: a']);
  });

  it('asks for one comment only where a name is declared twice', () => {
    const overloads =
      '/** Reads. */\nexport function read(a: 1): 1;\nexport function read(a: 2): 2;';
    expect(undocumented('a.ts', overloads)).toEqual([]);
    const kind = '/** Kinds. */\nexport const Kind = {};\nexport type Kind = 1;';
    expect(undocumented('a.ts', kind)).toEqual([]);
  });

  it('leaves alone what is not exported, and members', () => {
    const source = 'function own() {}\n/** A. */\nexport interface A { b: 1 }';
    expect(undocumented('a.ts', source)).toEqual([]);
    expect(undocumented('a.tsx', '/** B. */\nexport const b = <p>hi</p>;')).toEqual([]);
  });
});

describe('deadLinks', () => {
  const exists = (path: string) => path === 'docs/a.md' || path === 'docs/b c.png';

  it('names relative links that lead nowhere', () => {
    const text = '[a](docs/a.md#part), [x](docs/x.md) and ![y](y.png "title")';
    expect(deadLinks(text, exists)).toEqual(['docs/x.md', 'y.png']);
  });

  it('leaves alone web addresses, anchors, code, and encoded names that exist', () => {
    const text =
      '[w](https://x.test/y) [m](mailto:a@b.test) [h](#part) ![b](docs/b%20c.png) `[c](d.md)`\n```\n[e](f.md)\n```';
    expect(deadLinks(text, exists)).toEqual([]);
  });
});

describe('docs/deployment.md', () => {
  const guide = readFileSync(join(root, 'docs/deployment.md'), 'utf8');

  const rows = guide.split('\n').filter((line) => line.startsWith('|'));

  it.each(CONTENT_SECURITY_POLICY.split('; '))('explains %s', (part) => {
    expect(rows.filter((row) => row.includes(`\`${part}\``))).toHaveLength(1);
  });
});
