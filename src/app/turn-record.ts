import { CanopyError, type CanopyErrorCode } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { regionCount } from '../core/region-tree.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import type { KeptTurn, RoundRecord, Turn } from './turn.ts';

/** An error in a form that a store can clone. */
interface PlainError {
  readonly isError: true;
  readonly code: CanopyErrorCode;
  readonly message: string;
  readonly nextStep: string | undefined;
}

/**
 * What the store keeps of a turn: the decisions, the scores and what was kept in full. The items themselves stay where the
 * collection has them, so that a document which is removed leaves nothing here but the evidence kept of it.
 */
interface TurnBody
  extends Omit<
    KeptTurn,
    'key' | 'askedAt' | 'question' | 'rounds' | 'evidence' | 'gone' | 'error'
  > {
  readonly version: 1;
  /** Each a {@link RoundRecord} whose errors are plain. */
  readonly rounds: readonly object[];
  readonly evidence: readonly Omit<CompressedItem, 'indexed'>[];
  readonly gone: readonly EvidenceForest[];
  readonly error: PlainError | undefined;
}

/** The turn as a body for the store. */
export function turnBody(turn: Turn): unknown {
  const { id: _, key: __, askedAt: ___, question: ____, gone, error, ...rest } = turn;
  const body: TurnBody = {
    ...rest,
    version: 1,
    rounds: turn.rounds.map((round) => mapValues(round, plainErrors)),
    evidence: turn.evidence.map(({ indexed: _indexed, ...decided }) => decided),
    gone: gone ?? [],
    error: error === undefined ? undefined : plain(error),
  };
  return body;
}

/** Ids of the items that a kept body needs again; none of a body that is not one. */
export function itemIdsOf(body: unknown): readonly string[] {
  return isTurnBody(body) ? body.evidence.map(({ forest }) => forest.itemId) : [];
}

/**
 * The turn again, with its items from the collection. An item that is gone, or was cut otherwise since, leaves the evidence
 * kept of it in `gone`. Undefined for a body that this version cannot read.
 */
export function turnFrom(
  stored: { readonly turnId: string; readonly askedAt: number; readonly question: string },
  body: unknown,
  items: ReadonlyMap<string, IndexedItem>,
): KeptTurn | undefined {
  if (!isTurnBody(body)) return undefined;
  const { version: _, rounds, evidence, gone, error, ...rest } = body;
  const there: CompressedItem[] = [];
  const missing = [...gone];
  for (const decided of evidence) {
    const indexed = items.get(decided.forest.itemId);
    if (indexed !== undefined && fits(indexed, decided)) there.push({ ...decided, indexed });
    else missing.push(decided.forest);
  }
  return {
    ...rest,
    key: stored.turnId,
    askedAt: stored.askedAt,
    question: stored.question,
    // Whatever ran when it was written down was cut off by what closed the page.
    state: rest.state === 'running' ? 'stopped' : rest.state,
    rounds: rounds.map(roundFrom),
    evidence: there,
    gone: missing,
    error: error === undefined ? undefined : revived(error),
  };
}

/** Scores belong to a tree: another branching or segmentation has other regions. */
function fits(
  { tree, leafTokens }: IndexedItem,
  { scores, forest }: Pick<CompressedItem, 'scores' | 'forest'>,
): boolean {
  return scores.length === regionCount(tree) && forest.leafCount === leafTokens.length;
}

function plain({ code, message, nextStep }: CanopyError): PlainError {
  return { isError: true, code, message, nextStep };
}

/** A value of a round with its errors, alone or in a list, in plain form. */
function plainErrors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainErrors);
  return value instanceof CanopyError ? plain(value) : value;
}

function revivedErrors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revivedErrors);
  return isPlainError(value) ? revived(value) : value;
}

function roundFrom(kept: object): RoundRecord {
  const round = mapValues(kept, revivedErrors) as RoundRecord & { unsearched?: unknown };
  const { unsearched } = round;
  // Earlier records hold one reason and no list.
  return unsearched instanceof CanopyError ? { ...round, unsearched: [unsearched] } : round;
}

function isPlainError(value: unknown): value is PlainError {
  return isObject(value) && value.isError === true && typeof value.message === 'string';
}

function mapValues(object: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

function revived({ code, message, nextStep }: PlainError): CanopyError {
  return new CanopyError(code, message, nextStep === undefined ? {} : { nextStep });
}

// Records outlive the code that wrote them: what later code relies on is checked on the way in.
function isTurnBody(value: unknown): value is TurnBody {
  if (!isObject(value) || value.version !== 1) return false;
  const { state, stage, dial, text, rounds, evidence, gone, reading, summary } = value;
  return (
    [state, stage, text].every((part) => typeof part === 'string') &&
    typeof dial === 'number' &&
    Array.isArray(rounds) &&
    rounds.every((round) => isObject(round) && Array.isArray(round.added)) &&
    Array.isArray(evidence) &&
    evidence.every(
      (decided) =>
        isObject(decided) && decided.scores instanceof Float32Array && isForest(decided.forest),
    ) &&
    Array.isArray(gone) &&
    gone.every(isForest) &&
    (reading === undefined || (Array.isArray(reading) && reading.every(isForest))) &&
    (summary === undefined || (isObject(summary) && Array.isArray(summary.citations)))
  );
}

function isForest(value: unknown): value is EvidenceForest {
  return (
    isObject(value) &&
    typeof value.itemId === 'string' &&
    Array.isArray(value.spans) &&
    Array.isArray(value.headingPath) &&
    isObject(value.provenance)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
