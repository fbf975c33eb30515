import { useEffect, useRef } from 'react';
import { useServices } from './services.ts';
import { useStore } from './store.ts';

/** The card of an item, and the place in it that a mark of the answer leads to, where one was pressed. */
export function useFocusedCard(itemId: string) {
  const { evidence } = useServices();
  const { focus } = useStore(evidence);
  const card = useRef<HTMLElement>(null);
  const here = focus?.itemId === itemId ? focus : undefined;
  const visit = here?.visit;
  // Every press of a mark brings its place into view, again too.
  useEffect(() => {
    if (visit === undefined) return;
    const target = card.current?.querySelector('[data-current="true"]') ?? card.current;
    target?.scrollIntoView({ block: 'center' });
  }, [visit]);
  return { card, here };
}
