import { describe, expect, it } from 'vitest';
import { checkBudget, mainScripts } from './check-budget.mjs';

const files: Record<string, string> = {
  'assets/index-1.js':
    'import{a as b}from"./store-1.js";import"./side-1.js";export*from\'../deep-1.js\';import("./lazy-1.js");b()',
  'assets/store-1.js': 'import*as r from"./side-1.js";let s="import your files";export{r as a}',
  'assets/side-1.js': 'console.log(1)',
  'assets/preload-1.js': '0',
  'deep-1.js': '0',
};
const read = (path: string) => {
  const text = files[path];
  if (text === undefined) throw new Error(`${path} was not to be read`);
  return text;
};

describe('mainScripts', () => {
  it('follows the entry and the preloads through static imports, not through dynamic ones', () => {
    const html =
      '<script type="module" crossorigin src="/assets/index-1.js"></script><link rel="modulepreload" crossorigin href="/assets/preload-1.js"><link rel="stylesheet" href="/assets/index.css">';
    expect([...mainScripts(html, read).keys()].sort()).toEqual(Object.keys(files).sort());
  });

  it.each(['./', '/canopy/'])('reads a page that was built for the base %s', (base) => {
    const html = `<script type="module" src="${base}assets/side-1.js"></script>`;
    expect([...mainScripts(html, read).keys()]).toEqual(['assets/side-1.js']);
  });
});

describe('checkBudget', () => {
  it('adds up gzipped bytes and names what is too much', () => {
    const scripts = new Map([
      ['a.js', 'let a=1'],
      ['b.js', 'let b=2'],
    ]);
    const { bytes, faults } = checkBudget(scripts);
    expect(bytes).toBe(2 * 27);
    expect(faults).toEqual([]);
    expect(checkBudget(scripts, 53).faults).toEqual([
      'The main chunk has 54 gzipped bytes; at most 53 are allowed.',
    ]);
  });

  it.each(['throw Error("onnxruntime")', 'await InferenceSession.create(m)', 'ort-wasm-simd.wasm'])(
    'finds a model runtime in %s',
    (text) => {
      expect(checkBudget(new Map([['main.js', text]])).faults).toEqual([
        expect.stringContaining('main.js holds a model runtime'),
      ]);
    },
  );

  it('does not pass a page without scripts', () => {
    expect(checkBudget(mainScripts('<p>', read)).faults).toHaveLength(1);
  });
});
