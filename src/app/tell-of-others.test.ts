import { describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { AnswerEvent } from '../pipeline/answer-events.ts';
import { indexedItem, storedDocument } from '../ports/indexed-item.fixture.ts';
import type { StrategyName } from '../strategies/strategy-names.ts';
import { tellOfOthers } from './tell-of-others.ts';

const { fingerprint } = createHashEncoder();
const first = fingerprintKey(fingerprint);

/** What is told where the first encoder embedded these of the items “words” and “photo”. */
async function told(strategy: StrategyName, ...embedded: string[]) {
  const store = createMemoryRegionStore();
  await store.putItems(embedded.map((id) => indexedItem(id, { fingerprint: first })));
  await store.putItems([indexedItem('photo', { fingerprint: 'seer' })]);
  await store.putDocument(storedDocument('all', ['words', 'photo']));
  const events: AnswerEvent[] = [];
  for await (const event of tellOfOthers(strategy, store, { fingerprint })) events.push(event);
  return events;
}

describe('a way of answering that searches the first encoder’s space alone', () => {
  it('says so where others hold more', async () => {
    const [event, ...more] = await told('vanilla-rag', 'words');
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      ...{ type: 'unsearched', round: 1 },
      error: { message: expect.stringContaining('the first encoder') },
    });
  });

  it('says nothing where they do not, or where nothing is searched at all', async () => {
    expect(await told('vanilla-rag', 'words', 'photo')).toEqual([]);
    expect(await told('no-retrieval', 'words')).toEqual([]);
  });
});
