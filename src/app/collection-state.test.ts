import { expect, it } from 'vitest';
import type { StoredDocument } from '../ports/region-store.ts';
import { isWordless, mainModality } from './collection-state.ts';

const document = (part: Partial<StoredDocument>): StoredDocument => ({
  ...{ id: 'd', name: 'a.pdf', bytes: 1, addedAt: 0, itemIds: [], modalities: ['text'] },
  ...{ tokens: 5, leaves: 1, warnings: [] },
  ...part,
});

it('shows a workbook as a table, whatever stands beside its sheets', () => {
  expect(mainModality(document({ name: 'a.xlsx', modalities: ['table', 'text'] }))).toBe('table');
  expect(mainModality(document({ modalities: ['text', 'table'] }))).toBe('text');
  expect(mainModality(document({ modalities: ['video'] }))).toBe('video');
});

it('knows a picture without words, of which nothing else is told', () => {
  const picture = document({ modalities: ['image'], tokens: 0 });
  expect(isWordless(picture)).toBe(true);
  expect(isWordless({ ...picture, tokens: 3 })).toBe(false);
  expect(isWordless({ ...picture, warnings: ['Its words were not read.'] })).toBe(false);
  expect(isWordless({ ...picture, modalities: ['video'] })).toBe(false);
});
