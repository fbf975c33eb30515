import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type CanopyError, toCanopyError } from '../../core/errors.ts';
import { type CanopyOptions, createCanopy } from '../../library/browser-canopy.ts';
import type { Canopy } from '../../library/canopy.ts';
import type {
  AnswerCallOptions,
  CompressCallOptions,
  Compressed,
  Indexable,
  IndexProgress,
} from '../../library/options.ts';
import type { AnswerEvent, AnswerSummary, CompressedItem } from '../../pipeline/answer-events.ts';
import type { StoredDocument } from '../../ports/region-store.ts';

/** What a component sees of its Canopy. */
export interface CanopyState {
  readonly status: 'idle' | 'indexing' | 'working';
  readonly documents: readonly StoredDocument[];
  /** While something is indexed. */
  readonly progress?: IndexProgress;
  /** Evidence of the present question. */
  readonly evidence: readonly CompressedItem[];
  /** The answer as far as it has come. */
  readonly answer: string;
  /** Once the answer is complete. */
  readonly summary?: AnswerSummary;
  /** Why the last call failed; an aborted one did not. */
  readonly error?: CanopyError;
}

/** The calls of {@link useCanopy}; none of them rejects, what went wrong is in the state. */
export interface CanopyActions {
  add(input: Indexable | Iterable<Indexable>): Promise<readonly StoredDocument[]>;
  remove(documentId: string): Promise<void>;
  compress(query: string, options?: CompressCallOptions): Promise<Compressed | undefined>;
  ask(question: string, options?: AnswerCallOptions): Promise<AnswerSummary | undefined>;
  /** Stops what is under way. */
  abort(): void;
}

const EMPTY: CanopyState = { status: 'idle', documents: [], evidence: [], answer: '' };

/**
 * Canopy for one React component tree. A new question stops the one before it; unmounting stops everything and frees the
 * encoder, unless the Canopy was handed in; calls that come later do nothing.
 *
 * @param options read once, when the component mounts.
 */
export function useCanopy(options: CanopyOptions | Canopy = {}): CanopyState & CanopyActions {
  const first = useRef(options);
  const canopy = useRef<Canopy | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  // Nobody would free what a call opens after the component is gone.
  const gone = useRef(false);
  const [state, setState] = useState(EMPTY);

  const open = useCallback((): Canopy => {
    canopy.current ??= isCanopy(first.current) ? first.current : createCanopy(first.current);
    return canopy.current;
  }, []);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      running.current?.abort();
      const own = isCanopy(first.current) ? undefined : canopy.current;
      canopy.current = undefined;
      // Nobody is left to be told.
      own?.dispose().catch(() => undefined);
    };
  }, []);

  const actions = useMemo((): CanopyActions => {
    /** Runs one call; the state of one that was stopped meanwhile is not touched. */
    const run = async <T>(
      start: Partial<CanopyState>,
      work: (canopy: Canopy, signal: AbortSignal, update: Update) => Promise<T>,
    ): Promise<T | undefined> => {
      if (gone.current) return undefined;
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const update: Update = (change) => {
        if (!signal.aborted) setState((now) => ({ ...now, ...change }));
      };
      setState((now) => ({
        ...(start.answer === undefined ? calm(now) : EMPTY),
        ...start,
        documents: now.documents,
      }));
      try {
        return await work(open(), signal, update);
      } catch (thrown) {
        const error = toCanopyError(thrown, 'INVALID_ARGUMENT');
        if (error.code !== 'ABORTED') update({ error });
        return undefined;
      } finally {
        if (running.current === controller) {
          setState(({ progress: _, ...now }) => ({ ...now, status: 'idle' }));
        }
      }
    };
    return {
      add: async (input) =>
        (await run({ status: 'indexing' }, async (engine, signal, update) => {
          const onProgress = (progress: IndexProgress) => update({ progress });
          const added = await engine.index(input, { signal, onProgress });
          update({ documents: await engine.documents() });
          return added;
        })) ?? [],
      remove: async (documentId) => {
        await run({}, async (engine, _, update) => {
          await engine.remove(documentId);
          update({ documents: await engine.documents() });
        });
      },
      compress: (query, call) =>
        run(QUESTION, async (engine, signal, update) => {
          const result = await engine.compress(query, undefined, { ...call, signal });
          update({ evidence: result.items });
          return result;
        }),
      ask: (question, call) =>
        run(QUESTION, async (engine, signal, update) =>
          follow(engine.answer(question, { ...call, signal }), update),
        ),
      abort: () => running.current?.abort(),
    };
  }, [open]);

  return { ...state, ...actions };
}

/** The state without what the last call left in it. */
function calm({ error: _, progress: __, ...now }: CanopyState): CanopyState {
  return now;
}

type Update = (change: Partial<CanopyState>) => void;

const QUESTION: Partial<CanopyState> = { status: 'working', evidence: [], answer: '' };

/** Puts the events of an answer into the state. */
async function follow(
  events: AsyncGenerator<AnswerEvent>,
  update: Update,
): Promise<AnswerSummary | undefined> {
  let answer = '';
  for await (const event of events) {
    if (event.type === 'start-over') answer = '';
    if (event.type === 'compressed') update({ evidence: event.evidence });
    if (event.type === 'answer-delta') answer += event.text;
    if (event.type === 'answer-delta' || event.type === 'start-over') update({ answer });
    if (event.type === 'done') {
      update({ answer: event.summary.answer, summary: event.summary });
      return event.summary;
    }
  }
  return undefined;
}

function isCanopy(options: CanopyOptions | Canopy): options is Canopy {
  return 'compress' in options;
}
