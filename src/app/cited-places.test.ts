import { expect, it } from 'vitest';
import type { Item, Provenance } from '../core/item.ts';
import { citedPages } from './cited-places.ts';

const box = (top: number) => ({ left: 10, top, width: 100, height: 20 });
const item = (provenance: Partial<Provenance>): Item => ({
  id: 'i',
  modality: 'text',
  title: '',
  headingPath: [],
  text: 'x'.repeat(300),
  provenance: { source: 'a.pdf', ...provenance },
});
const spread = item({
  page: 2,
  box: box(0),
  parts: [
    { start: 0, page: 2, box: box(0) },
    { start: 100, page: 2, box: box(50) },
    { start: 200, page: 3, box: box(5) },
  ],
});

it('marks the parts that the stretch touches, page by page', () => {
  expect(citedPages(spread, 0, 100)).toEqual([{ page: 2, boxes: [box(0)] }]);
  expect(citedPages(spread, 99, 101)).toEqual([{ page: 2, boxes: [box(0), box(50)] }]);
  expect(citedPages(spread, 150, 250)).toEqual([
    { page: 2, boxes: [box(50)] },
    { page: 3, boxes: [box(5)] },
  ]);
});

it('marks the whole of an item that stands in one place', () => {
  expect(citedPages(item({ page: 4, box: box(7) }), 20, 30)).toEqual([
    { page: 4, boxes: [box(7)] },
  ]);
});

it('names the page alone where nothing is cited or no rectangle is known', () => {
  expect(citedPages(spread, 0, 0)).toEqual([{ page: 2, boxes: [] }]);
  expect(citedPages(item({ page: 4 }), 1, 2)).toEqual([{ page: 4, boxes: [] }]);
  expect(citedPages(item({}), 1, 2)).toEqual([]);
});

it('draws lines right below one another as one mark, and parted ones apart', () => {
  const line = (start: number, left: number, top: number, width = 200) => ({
    ...{ start, page: 1 },
    box: { left, top, width, height: 10 },
  });
  const parts = [line(0, 60, 100), line(40, 60, 112, 90), line(60, 60, 200), line(90, 320, 100)];
  const lines = item({ page: 1, parts });
  expect(citedPages(lines, 0, 100)).toEqual([
    {
      page: 1,
      boxes: [
        { left: 60, top: 100, width: 200, height: 22 },
        { left: 60, top: 200, width: 200, height: 10 },
        { left: 320, top: 100, width: 200, height: 10 },
      ],
    },
  ]);
  expect(citedPages(lines, 45, 50)[0]!.boxes).toEqual([parts[1]!.box]);
});
