import { expect, it } from 'vitest';
import { droppedFiles, pastedText } from './incoming-files.ts';

const file = (name: string) => ({
  isFile: true,
  name,
  file: (done: (file: File) => void) => done(new File(['x'], name)),
});

const broken = {
  isFile: true,
  name: 'broken.txt',
  file: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')),
};

/** A folder that hands over its children in two portions, as browsers do. */
const folder = (name: string, ...children: object[]) => ({
  isDirectory: true,
  name,
  createReader: () => {
    const portions = [children.slice(0, 1), children.slice(1), []];
    return { readEntries: (done: (entries: object[]) => void) => done(portions.shift() ?? []) };
  },
});

const dropped = (...entries: object[]) =>
  droppedFiles({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [],
  } as unknown as DataTransfer);

it('walks folders, hidden entries left out', async () => {
  const files = await dropped(
    folder('books', file('a.txt'), folder('more', file('b.txt')), file('.hidden')),
    file('c.txt'),
  );
  expect(files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

it('hands over the rest when one file cannot be opened, which then fails by itself', async () => {
  const files = await dropped(folder('books', broken, file('a.txt')));
  expect(files.map(({ name }) => name)).toEqual(['broken.txt', 'a.txt']);
  await expect(files[0]?.arrayBuffer()).rejects.toThrow('gone');
});

it('puts no word of a pasted text into its name, which leaves with its evidence', () => {
  expect(pastedText('The safe opens with 7731.').name).toMatch(/^Pasted at [\d:]+\.txt$/);
  expect(pastedText('The safe opens with 7731.', 'safe.md').name).toBe('safe.md');
});
