import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { markdownTree } from './markdown-tree.ts';

/** Runs of stars and tildes in every stretch of the text that was read as one, squared and summed. */
function readWork(text: string, node: Nodes): number {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const { start, end } = node.position ?? {};
    return (text.slice(start?.offset, end?.offset).match(/\*+|~+/g)?.length ?? 0) ** 2;
  }
  if (!('children' in node)) return 0;
  return node.children.reduce((sum, child) => sum + readWork(text, child), 0);
}

const hostile = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['*a **b ', 'b** a*', '_a __b ', '*a_ ', '~a ', '~~b~~ ', 'a] ', '[a ', '[1] ', 'a '],
        ...['\n', '\n2. ', '\n- ', '\n    - ', '\n* *a ', '\n-\n', '\n\n', '\r\n\r\n', '\n> '],
        ...['\n# ', '\n#*a ', '\n| ', '| - |\n', '\n   - *a ', '\n\t- *a ', '`', '\n```\n'],
      ),
      fc.integer({ min: 1, max: 150 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));

describe('the Markdown of an answer', () => {
  it.each([
    ['stars', '*a **b ', 'b** a*'],
    ['underscores', '_a __b ', 'b__ a_'],
    ['both', '*a_ ', ''],
    ['tildes', '~a ', 'a~ '],
    ['brackets', '[a ', 'a] '],
    ['closing brackets', 'a] ', ''],
    ['stars in a numbered list', '*a **b \n2. ', 'b** a*'],
    ['stars in deep lines', '*a **b \n     - ', 'b** a*'],
  ])('is not read where its delimiters nest without end: %s', (_, open, close) => {
    for (const times of [450, 1000, 2000]) {
      expect(markdownTree(open.repeat(times) + close.repeat(times))).toBeUndefined();
    }
  });

  it('takes bounded work, whatever is written', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = markdownTree(text);
        if (tree !== undefined) expect(readWork(text, tree)).toBeLessThanOrEqual(160_000);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('is read where an answer has many bold words, marks and snake_case names', () => {
    const bullets = '- **Name** is `x_y` and *so* on, see a_b_c [1][2].\n'.repeat(100);
    const numbered = '1. **Name**: what it is [1].\n'.repeat(100);
    const paragraphs = `${'**Name** and words [3] '.repeat(40)}\n\n`.repeat(5);
    const table = `| a | b |\n| - | - |\n${'| **Name** | what it is [4] |\n'.repeat(100)}`;
    for (const text of [bullets, numbered, paragraphs, table]) {
      expect(markdownTree(text)?.children.length).toBeGreaterThan(0);
    }
  }, 30_000);
});
