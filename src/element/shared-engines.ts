import type { Canopy } from '../library/canopy.ts';

/** An engine on loan; the last one to let go of it frees it. */
export interface EngineLoan {
  readonly canopy: Canopy;
  release(): void;
}

/** Lends engines out by key, so that all elements of a page share one encoder and one store. */
export interface SharedEngines {
  take(key: string, open: () => Canopy): EngineLoan;
}

/** Creates an empty register of engines. */
export function createSharedEngines(): SharedEngines {
  const engines = new Map<string, { readonly canopy: Canopy; loans: number }>();
  return {
    take(key, open) {
      const entry = engines.get(key) ?? { canopy: open(), loans: 0 };
      engines.set(key, entry);
      entry.loans++;
      let returned = false;
      return {
        canopy: entry.canopy,
        release() {
          if (returned) return;
          returned = true;
          entry.loans--;
          // An element that moves leaves its place before it takes another.
          setTimeout(() => {
            if (entry.loans > 0 || engines.get(key) !== entry) return;
            engines.delete(key);
            entry.canopy.dispose().catch(() => undefined);
          });
        },
      };
    },
  };
}
