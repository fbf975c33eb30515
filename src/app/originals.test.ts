import { expect, it } from 'vitest';
import { createMemoryOriginalStore } from '../adapters/memory/memory-original-store.ts';
import type { IndexEvent } from '../pipeline/index-events.ts';
import { storedDocument } from '../ports/indexed-item.fixture.ts';
import type { StoredDocument } from '../ports/region-store.ts';
import { keepOriginal } from './originals.ts';
import { strings } from './strings.ts';

async function* indexing(): AsyncGenerator<IndexEvent> {
  yield { type: 'reading' };
  yield { type: 'indexed', document: storedDocument('sha', ['a']), embedded: 1 };
}

async function run(roomBytes: number) {
  const originals = createMemoryOriginalStore(() => roomBytes);
  const put: StoredDocument[] = [];
  const store = { putDocument: async (document: StoredDocument) => void put.push(document) };
  const events: IndexEvent[] = [];
  for await (const event of keepOriginal(indexing(), new Blob(['0123456789']), {
    originals,
    store,
  })) {
    events.push(event);
  }
  return { originals, put, events };
}

it('keeps the file under the id of its document', async () => {
  const { originals, put, events } = await run(1000);
  expect(await (await originals.find('sha'))?.text()).toBe('0123456789');
  expect(put).toEqual([]);
  expect(events.map(({ type }) => type)).toEqual(['reading', 'indexed']);
});

it('says on the document that there was no room, and goes on', async () => {
  const { originals, put, events } = await run(19);
  expect(await originals.find('sha')).toBeUndefined();
  const warned = { ...storedDocument('sha', ['a']) };
  const warnings = [...warned.warnings, strings.collection.originalNotKept(true)];
  expect(put).toEqual([{ ...warned, warnings }]);
  expect(events.at(-1)).toEqual({
    type: 'indexed',
    document: { ...warned, warnings },
    embedded: 1,
  });
});
