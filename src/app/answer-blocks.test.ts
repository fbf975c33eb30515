import { describe, expect, it } from 'vitest';
import { type Block, parseAnswer as parse } from './answer-blocks.ts';

/** Read with evidence behind the numbers up to 9. */
const parseAnswer = (text: string) => parse(text, (marker) => marker >= 1 && marker <= 9);

const plain = (pieces: Extract<Block, { kind: 'paragraph' }>['pieces']) =>
  pieces.map((piece) => (piece.kind === 'mark' ? `<${piece.marker}.${piece.visit}>` : piece.text));

describe('parseAnswer', () => {
  it('splits paragraphs and turns marks into pieces, counting repeated ones', () => {
    const blocks = parseAnswer('Jupiter [1, 3] spins.\n\nIt is big [1].');
    expect(blocks.map((block) => block.kind === 'paragraph' && plain(block.pieces))).toEqual([
      ['Jupiter ', '<1.0>', '<3.0>', ' spins.'],
      ['It is big ', '<1.1>', '.'],
    ]);
  });

  it('reads bullets and bold', () => {
    const [block] = parseAnswer('- **Io** [2]\n- Europa');
    expect(block?.kind === 'bullets' && block.lines.map(({ pieces }) => plain(pieces))).toEqual([
      ['Io', ' ', '<2.0>'],
      ['Europa'],
    ]);
  });

  it('puts the cells of a quoted row beside their columns', () => {
    const [row] = parseAnswer('Planet | Day\nJupiter | 9.9 h [4]');
    expect(
      row?.kind === 'row' && row.cells.map(({ column, pieces }) => [column, plain(pieces)]),
    ).toEqual([
      ['Planet', ['Jupiter']],
      ['Day', ['9.9 h ', '<4.0>']],
    ]);
  });

  it('puts several rows under the names of their columns, empty cells in their place', () => {
    const [table] = parseAnswer('Planet | Moons | Day\n |  | 9.9 h [4]\nMars | 2 | 24.6 h [5]');
    if (table?.kind !== 'table') throw new Error('Expected a table.');
    expect(table.columns).toEqual(['Planet', 'Moons', 'Day']);
    expect(table.rows.map(({ cells }) => cells.map(({ pieces }) => plain(pieces)))).toEqual([
      [[], [], ['9.9 h ', '<4.0>']],
      [['Mars'], ['2'], ['24.6 h ', '<5.0>']],
    ]);
  });

  it('keeps brackets that are no marks as they are written', () => {
    const blocks = parseAnswer(
      'Reign [1837-1901] of Victoria, [2019-2021].\n\nSo [1, 1837-1901], [9-10].',
    );
    expect(blocks.map((block) => block.kind === 'paragraph' && plain(block.pieces))).toEqual([
      ['Reign [1837-1901] of Victoria, [2019-2021].'],
      ['So ', '<1.0>', '[1837-1901]', ', ', '<9.0>', '[10]', '.'],
    ]);
  });

  it('keeps a half-streamed mark as words and gives every piece its own place', () => {
    const [block] = parseAnswer('One [1] two [');
    if (block?.kind !== 'paragraph') throw new Error('Expected a paragraph.');
    expect(plain(block.pieces)).toEqual(['One ', '<1.0>', ' two [']);
    expect(new Set(block.pieces.map(({ at }) => at)).size).toBe(3);
  });
});
