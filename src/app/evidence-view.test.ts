import { describe, expect, it } from 'vitest';
import { CanopyError } from '../core/errors.ts';
import { indexedItem } from '../ports/indexed-item.fixture.ts';
import type { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { createEvidenceView } from './evidence-view.ts';
import { createStore } from './store.ts';
import { strings } from './strings.ts';

const conversation: Conversation = {
  ...createStore([]),
  ask: async () => {},
  retry: async () => {},
  stop: () => {},
  goAhead: () => {},
  show: () => {},
  merge: () => {},
};
const viewOf = (items: Engine['items']) => createEvidenceView({ items }, conversation);
const place = { itemId: 'a', start: 0, end: 1 };

describe('items of an opened document', () => {
  it('say why they could not be read, and are read when it is opened again', async () => {
    let isLocked = true;
    const locked = new CanopyError('STORE_FAILED', 'The disk is locked.');
    const view = viewOf(async (ids) => {
      if (isLocked) throw locked;
      return ids.map((id) => indexedItem(id));
    });
    view.openSource(place);
    await view.load(['a', 'b']);
    expect(view.get().error).toBe(locked);
    isLocked = false;
    view.openSource(place);
    expect(view.get().error).toBeUndefined();
    await view.load(['a', 'b']);
    expect([...view.get().items.keys()]).toEqual(['a', 'b']);
    expect(view.get().error).toBeUndefined();
  });

  it('are shown as far as they are there, with a word on the rest', async () => {
    const view = viewOf(async (ids) => ids.map((id) => (id === 'b' ? undefined : indexedItem(id))));
    await view.load(['a', 'b']);
    expect([...view.get().items.keys()]).toEqual(['a']);
    expect(view.get().error?.message).toBe(strings.source.unreadable);
  });
});
