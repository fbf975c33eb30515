import { CanopyError, toCanopyError } from '../core/errors.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { comparedTokens, markSpans } from '../core/render-evidence.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import type { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { createStore, type Readable } from './store.ts';
import { strings } from './strings.ts';
import type { Turn } from './turn.ts';
import { cutsBySelection, type PageSelection, wayOf } from './way.ts';

/** A place in an item that should be seen: in the unit of its leaves. */
export interface Place {
  readonly itemId: string;
  readonly start: number;
  readonly end: number;
}

/** What the evidence pane shows. */
export interface EvidenceState {
  readonly turnId: number | undefined;
  readonly isOpen: boolean;
  /** Items of opened documents, by id, as far as they have been read. */
  readonly items: ReadonlyMap<string, IndexedItem>;
  /** Where the dial stands when the person moved it away from the answer's own place. */
  readonly dial: number | undefined;
  /** The rule of that dial, where it is not the answer's own. */
  readonly selection: PageSelection | undefined;
  /** The place to scroll to and flash; `visit` grows so that the same mark can be pressed twice. */
  readonly focus: (Place & { readonly visit: number }) | undefined;
  /** The document shown at a place. */
  readonly source: Place | undefined;
  /** Why items of the shown document could not be read, where they could not. */
  readonly error: CanopyError | undefined;
}

/** The evidence pane's own state: which answer, which place, where the dial stands. */
export interface EvidenceView extends Readable<EvidenceState> {
  show(turnId: number | undefined): void;
  close(): void;
  goTo(turnId: number, place: Place): void;
  /** Shows the evidence with the dial elsewhere, and by another rule where one is named; undefined shows it as it was. */
  setDial(dial: number | undefined, selection?: PageSelection): void;
  openSource(place: Place): void;
  closeSource(): void;
  /** Reads those items of a document that are not at hand yet; what fails is told in `error` and tried again next time. */
  load(itemIds: readonly string[]): Promise<void>;
}

const AS_ANSWERED = { dial: undefined, selection: undefined };

/** Builds the evidence pane's state over an engine. */
export function createEvidenceView(
  engine: Pick<Engine, 'items'>,
  conversation: Conversation,
): EvidenceView {
  const store = createStore<EvidenceState>({
    turnId: undefined,
    isOpen: true,
    items: new Map(),
    dial: undefined,
    selection: undefined,
    focus: undefined,
    source: undefined,
    error: undefined,
  });
  const asked = new Set<string>();
  let visit = 0;
  let followed: number | undefined;

  const view: EvidenceView = {
    get: store.get,
    subscribe: store.subscribe,
    show: (turnId) =>
      store.update((state) => ({
        ...state,
        turnId,
        isOpen: true,
        ...(state.turnId === turnId ? {} : { ...AS_ANSWERED, focus: undefined }),
      })),
    close: () => store.update((state) => ({ ...state, isOpen: false, focus: undefined })),
    goTo: (turnId, place) => {
      view.show(turnId);
      visit += 1;
      store.update((state) => ({ ...state, ...AS_ANSWERED, focus: { ...place, visit } }));
    },
    setDial: (dial, selection) => store.update((state) => ({ ...state, dial, selection })),
    openSource: (source) => store.update((state) => ({ ...state, source, error: undefined })),
    closeSource: () => store.update((state) => ({ ...state, source: undefined })),
    load: async (itemIds) => {
      const wanted = itemIds.filter((id) => !asked.has(id));
      if (wanted.length === 0) return;
      for (const id of wanted) asked.add(id);
      const { found, error } = await engine.items(wanted).then(
        (all) => ({ found: all, error: all.includes(undefined) ? unreadable() : undefined }),
        (thrown: unknown) => ({ found: [], error: toCanopyError(thrown, 'STORE_FAILED') }),
      );
      const items = new Map(store.get().items);
      wanted.forEach((id, i) => {
        const item = found[i];
        if (item === undefined) asked.delete(id);
        else items.set(id, item);
      });
      store.update((state) => ({ ...state, items, error }));
    },
  };

  // The newest question's evidence comes into view by itself; an older one stays when the person chose it since.
  conversation.subscribe(() => {
    const latest = conversation.get().at(-1);
    if (latest === undefined) return;
    if (latest.id !== followed) {
      followed = latest.id;
      store.update((state) => ({
        ...{ ...state, ...AS_ANSWERED },
        ...{ turnId: latest.id, focus: undefined },
      }));
    }
  });
  return view;
}

function unreadable(): CanopyError {
  return new CanopyError('STORE_FAILED', strings.source.unreadable, {
    nextStep: strings.source.unreadableStep,
  });
}

/** Which rule is shown with its dial where: that of the answer, or what the person looks at instead. */
export function shownDial(
  turn: Turn,
  state: Pick<EvidenceState, 'dial' | 'selection'>,
): { readonly selection: PageSelection; readonly dial: number; readonly isMoved: boolean } {
  const own = wayOf(turn).selection;
  if (state.dial === undefined || !hasDial(turn)) {
    return { selection: own, dial: turn.dial, isMoved: false };
  }
  const { dial, selection = own } = state;
  return { selection, dial, isMoved: dial !== turn.dial || selection !== own };
}

/** Whether a dial stands beside the evidence of a turn. */
export function hasDial(turn: Turn): boolean {
  return cutsBySelection(wayOf(turn));
}

/** The evidence as the dial has it: the answer's own, or reselected from the same scores. */
export function evidenceAt(
  engine: Pick<Engine, 'reselect'>,
  turn: Turn,
  state: Pick<EvidenceState, 'dial' | 'selection'>,
): readonly CompressedItem[] {
  const { selection, dial, isMoved } = shownDial(turn, state);
  if (!isMoved) return turn.evidence;
  return engine.reselect(turn.evidence, {
    selection,
    dial,
    wholeTables: turn.tableQuestion === 'aggregate',
  });
}

/** Tokens of the evidence, whole and kept: the answer's own figures, or those of the dial's preview. */
export function shownTokens(
  turn: Turn,
  shown: readonly CompressedItem[],
): { readonly whole: number; readonly kept: number } {
  const { summary } = turn;
  if (summary !== undefined && shown === turn.evidence) {
    return { whole: summary.wholeTokens, kept: summary.keptTokens };
  }
  return comparedTokens(
    shown.map(({ indexed }) => indexed),
    shown.map(({ forest }) => forest),
  );
}

/** Where each mark of the answer points, by its number; a mark that comes again may point elsewhere in its span. */
export function markPlaces(turn: Turn): ReadonlyMap<number, readonly Place[]> {
  const places = new Map<number, Place[]>();
  for (const { marker, forest, span } of markSpans(turn.reading ?? [])) {
    const { start, end } = forest.spans[span] ?? { start: 0, end: 0 };
    places.set(marker, [{ itemId: forest.itemId, start, end }]);
  }
  const cited = new Map<number, Place[]>();
  for (const { marker, itemId, start, end } of turn.summary?.citations ?? []) {
    cited.set(marker, [...(cited.get(marker) ?? []), { itemId, start, end }]);
  }
  for (const [marker, own] of cited) places.set(marker, own);
  return places;
}
