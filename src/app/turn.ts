import type { CanopyError } from '../core/errors.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type {
  AnswerEvent,
  AnswerSummary,
  CompressedItem,
  Verdict,
} from '../pipeline/answer-events.ts';
import type { TokenPrices } from './cost.ts';
import type { Way } from './way.ts';

/** One retrieve, compress, judge step, as a chapter of the evidence. */
export interface RoundRecord {
  readonly round: number;
  readonly query: string;
  /** What the critic missed in the round before. */
  readonly missing?: string;
  /** Items new in this round. */
  readonly added: readonly string[];
  readonly verdict?: Verdict;
  /** The critic could not be asked; the reader went on without it. */
  readonly criticError?: CanopyError;
  /** Why parts of the collection were not searched, each reason once: their encoders could not be asked, or the way cannot. */
  readonly unsearched?: readonly CanopyError[];
}

/** What is being done right now. */
export type Stage = 'waiting' | 'finding' | 'pruning' | 'judging' | 'reading' | 'answering';

/** A question with everything that came of it. */
export interface Turn {
  /** Names the turn on this page, for as long as it is shown. */
  readonly id: number;
  /** Names it for good, among those of all tabs. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly question: string;
  /** Host of the endpoint; undefined when all of it stays on the device. */
  readonly host: string | undefined;
  /** A language model writes the answer; otherwise it is quoted from the evidence. */
  readonly isWritten?: boolean;
  /** What the endpoint takes, where the person said so. */
  readonly prices?: TokenPrices | undefined;
  /** How it is answered; the default way where nothing stands. */
  readonly way?: Way;
  /** Where the dial of its selection stood. */
  readonly dial: number;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly stage: Stage;
  /** Files that were not read yet when the question was answered, and so not searched; none where nothing stands. */
  readonly unread?: number;
  readonly rounds: readonly RoundRecord[];
  readonly evidence: readonly CompressedItem[];
  /** What was kept of items that have left the collection since. */
  readonly gone?: readonly EvidenceForest[];
  /** What the reader got; its spans carry the numbers of the marks. */
  readonly reading: readonly EvidenceForest[] | undefined;
  readonly tableQuestion: 'aggregate' | 'lookup' | undefined;
  readonly text: string;
  readonly summary: AnswerSummary | undefined;
  readonly error: CanopyError | undefined;
}

/** A turn as it is kept, before the page gives it a number of its own. */
export type KeptTurn = Omit<Turn, 'id'>;

/** What a turn holds before its first event. */
export const NOTHING_YET = {
  rounds: [],
  evidence: [],
  reading: undefined,
  tableQuestion: undefined,
  text: '',
  summary: undefined,
  error: undefined,
} satisfies Partial<Turn>;

/** The turn after one event of its answer. */
export function applyEvent(turn: Turn, event: AnswerEvent): Turn {
  switch (event.type) {
    case 'retrieved':
      return withRound(turn, event.round, { query: event.query }, 'pruning');
    case 'table-question':
      return { ...turn, tableQuestion: event.kind };
    case 'compressed':
      return {
        ...withRound(turn, event.round, { added: addedSoFar(turn, event) }, 'judging'),
        evidence: event.evidence,
      };
    case 'judged':
      return withRound(turn, event.round, { verdict: event.verdict }, 'judging');
    case 'critic-failed':
      return withRound(turn, event.round, { criticError: event.error }, 'reading');
    case 'unsearched':
      return withUnsearched(turn, event.round, event.error);
    case 'follow-up':
      return withRound(
        turn,
        nextRound(turn, event.round),
        { query: event.query, missing: event.missing },
        'finding',
      );
    case 'start-over':
      return { ...turn, ...NOTHING_YET, stage: 'finding' };
    case 'reading':
      return { ...turn, reading: event.evidence, stage: 'reading' };
    case 'answer-delta':
      return { ...turn, text: turn.text + event.text, stage: 'answering' };
    case 'done':
      return { ...turn, text: event.summary.answer, summary: event.summary, state: 'done' };
  }
}

/** Rounds whose evidence nobody judged; none when the answer failed too, since then nothing was made from them. */
export function unjudgedRounds({ error, rounds }: Pick<Turn, 'error' | 'rounds'>): {
  readonly round: number;
  readonly criticError: CanopyError;
}[] {
  if (error !== undefined) return [];
  return rounds.flatMap(({ round, criticError }) =>
    criticError === undefined ? [] : [{ round, criticError }],
  );
}

/** Why parts of the collection were not searched, in any round, each reason once. */
export function unsearchedReasons({ rounds }: Pick<Turn, 'rounds'>): readonly string[] {
  return [
    ...new Set(rounds.flatMap(({ unsearched = [] }) => unsearched.map(({ message }) => message))),
  ];
}

/** A round compresses again when its verdict brings dropped items back, and then adds none: what it added before stays. */
function addedSoFar(turn: Turn, { round, added }: AnswerEvent & { type: 'compressed' }) {
  const before = turn.rounds.find((record) => record.round === round)?.added ?? [];
  return [...new Set([...before, ...added])];
}

/** A follow-up belongs to the round it opens, whichever of the two rounds its number names. */
function nextRound(turn: Turn, named: number): number {
  const last = turn.rounds.at(-1)?.round ?? 0;
  return named > last ? named : last + 1;
}

/** One more reason; the same words again tell the person nothing new. */
function withUnsearched(turn: Turn, round: number, error: CanopyError): Turn {
  const told = turn.rounds.find((record) => record.round === round)?.unsearched ?? [];
  const isNew = told.every(({ message }) => message !== error.message);
  return withRound(turn, round, { unsearched: isNew ? [...told, error] : told }, 'finding');
}

function withRound(turn: Turn, round: number, part: Partial<RoundRecord>, stage: Stage): Turn {
  const known = turn.rounds.some((record) => record.round === round);
  const rounds = known
    ? turn.rounds.map((record) => (record.round === round ? { ...record, ...part } : record))
    : [...turn.rounds, { round, query: '', added: [], ...part }];
  return { ...turn, rounds, stage };
}
