import type { Canopy } from '../library/canopy.ts';
import type { EncoderLoadProgress } from '../ports/encoder-loader.ts';

/** Told how far the encoder of an engine is loaded. */
export type LoadListener = (progress: EncoderLoadProgress) => void;

/** An engine on loan; the last one to let go of it frees it. */
export interface EngineLoan {
  readonly canopy: Canopy;
  release(): void;
}

/** Lends engines out by key, so that all elements of a page share one encoder and one store. */
export interface SharedEngines {
  /**
   * @param open is called for the first loan of a key, with the listener that tells all borrowers.
   * @param onLoading is told until the loan is released.
   */
  take(key: string, open: (tell: LoadListener) => Canopy, onLoading: LoadListener): EngineLoan;
}

/** Creates an empty register of engines. */
export function createSharedEngines(): SharedEngines {
  const engines = new Map<string, SharedEngine>();
  return {
    take(key, open, onLoading) {
      const entry = engines.get(key) ?? share(open);
      engines.set(key, entry);
      const listener: LoadListener = (progress) => onLoading(progress);
      entry.listeners.add(listener);
      let returned = false;
      return {
        canopy: entry.canopy,
        release() {
          if (returned) return;
          returned = true;
          entry.listeners.delete(listener);
          // An element that moves leaves its place before it takes another.
          setTimeout(() => {
            if (entry.listeners.size > 0 || engines.get(key) !== entry) return;
            engines.delete(key);
            entry.canopy.dispose().catch(() => undefined);
          });
        },
      };
    },
  };
}

/** Whoever has it on loan listens. */
interface SharedEngine {
  readonly canopy: Canopy;
  readonly listeners: Set<LoadListener>;
}

function share(open: (tell: LoadListener) => Canopy): SharedEngine {
  const listeners = new Set<LoadListener>();
  const canopy = open((progress) => {
    for (const listener of listeners) listener(progress);
  });
  return { canopy, listeners };
}
