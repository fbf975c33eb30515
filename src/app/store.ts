import { useSyncExternalStore } from 'react';

/** State that can be read and watched, and that only its owner changes. */
export interface Readable<T> {
  get(): T;
  /** Calls back after every change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** A {@link Readable} with its setter, held by the store that owns it. */
export interface Writable<T> extends Readable<T> {
  set(next: T): void;
  update(change: (now: T) => T): void;
}

/** Holds one immutable value. Setting the value it already has tells nobody. */
export function createStore<T>(initial: T): Writable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Passes tasks on together, at most once per painted frame, so that a flood of events costs one render. */
export type FrameBatch = (task: () => void) => void;

/** A {@link FrameBatch} on the given clock; a hidden page paints nothing, so a timer stands in. */
export function createFrameBatch(
  schedule: (run: () => void) => void = (run) => {
    if (document.visibilityState === 'hidden') setTimeout(run, 100);
    else requestAnimationFrame(run);
  },
): FrameBatch {
  let waiting: (() => void)[] = [];
  return (task) => {
    waiting.push(task);
    if (waiting.length > 1) return;
    schedule(() => {
      const tasks = waiting;
      waiting = [];
      for (const run of tasks) run();
    });
  };
}

/** Renders the component again whenever the store changes. */
export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
