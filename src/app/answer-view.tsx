import { lazy, Suspense } from 'react';
import { AnswerText } from './answer-text.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { TimeLeft } from './batch-bar.tsx';
import { Clamped } from './clamped.tsx';
import { underWay } from './collection-state.ts';
import controls from './controls.module.css';
import css from './conversation-pane.module.css';
import { costOf, formatCost } from './cost.ts';
import { formatSeconds, formatShare } from './format.ts';
import { Icon } from './icons.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { type Turn, unjudgedRounds, unsearchedReasons } from './turn.ts';
import { wayOf } from './way.ts';

// What one does with an answer comes after it was read.
const AnswerActions = lazy(() =>
  import('./answer-actions.tsx').then((module) => ({ default: module.AnswerActions })),
);

const words = strings.answer;

/** One question with its answer, what it cost, and what went wrong, each in its place. */
export function AnswerView({ turn }: { turn: Turn }) {
  return (
    <article className={css.turn} aria-busy={turn.state === 'running'}>
      <Clamped as="h2" className={css.question} text={turn.question} />
      {turn.summary?.extractive === true && <p className={css.extractive}>{words.extractive}</p>}
      {turn.text !== '' && <AnswerText turn={turn} />}
      {turn.state === 'running' && <Stage turn={turn} />}
      {turn.state === 'running' && <ApprovalCard />}
      {turn.state === 'stopped' && <Stopped turn={turn} />}
      {turn.error !== undefined && <Failure turn={turn} />}
      {unjudgedRounds(turn).map(({ round, criticError }) => (
        <p key={round} className={controls.notice}>
          <Icon name="warning" />
          {words.criticFailed(criticError.message)}
        </p>
      ))}
      {turn.unread !== undefined && <Unread turn={turn} count={turn.unread} />}
      {unsearchedReasons(turn).map((reason) => (
        <p key={reason} className={controls.notice}>
          <Icon name="warning" />
          {words.unsearched(reason)}
        </p>
      ))}
      {turn.state === 'done' && <Headline turn={turn} />}
      {turn.state === 'done' && <QuietLine turn={turn} />}
      {turn.state !== 'running' && turn.text !== '' && (
        <Suspense fallback={<div className={css.actions} />}>
          <AnswerActions turn={turn} />
        </Suspense>
      )}
    </article>
  );
}

function Stage({ turn }: { turn: Turn }) {
  const { engine } = useServices();
  const encoder = useStore(engine.encoder);
  const isWaiting = encoder.status === 'loading' && turn.rounds.length === 0;
  if (turn.stage === 'waiting' && !isWaiting) return <WaitingForFiles />;
  const now = turn.stage === 'waiting' ? words.waitingEncoder : words.stage[turn.stage];
  const round = turn.rounds.length > 1 ? `${strings.evidence.round(turn.rounds.length)}: ` : '';
  return (
    <div className={css.stage} role="status">
      <span className={css.pulse} />
      {`${round}${now}…`}
      <StopButton />
    </div>
  );
}

/** How many files a question waits for and for how long, and the way on without them. */
function WaitingForFiles() {
  const { collection, conversation } = useServices();
  const state = useStore(collection);
  const waitsFor = underWay(state);
  return (
    <div className={css.stage} role="status">
      <span className={css.pulse} />
      <span>{waitsFor > 0 ? words.waitingFiles(waitsFor) : `${words.stage.waiting}…`}</span>
      <TimeLeft />
      {state.files.some(({ state: { step } }) => step === 'ready') && (
        <button type="button" className={controls.link} onClick={conversation.goAhead}>
          {words.askReady}
        </button>
      )}
      <StopButton />
    </div>
  );
}

function StopButton() {
  const { conversation } = useServices();
  return (
    <button type="button" className={controls.quiet} onClick={conversation.stop}>
      <Icon name="stop" size={12} />
      {strings.ask.stop}
    </button>
  );
}

/** Files that were not read yet when the question was answered. */
function Unread({ turn, count }: { turn: Turn; count: number }) {
  const { conversation } = useServices();
  return (
    <div className={controls.notice}>
      <Icon name="warning" />
      <p>
        {words.unread(count)}{' '}
        {turn.state !== 'running' && (
          <button
            type="button"
            className={controls.link}
            onClick={() => void conversation.retry(turn.id)}
          >
            {words.again}
          </button>
        )}
      </p>
    </div>
  );
}

function Stopped({ turn }: { turn: Turn }) {
  const { conversation } = useServices();
  return (
    <p className={css.stage}>
      {words.stopped}
      <button
        type="button"
        className={controls.link}
        onClick={() => void conversation.retry(turn.id)}
      >
        {words.again}
      </button>
    </p>
  );
}

function Failure({ turn }: { turn: Turn }) {
  const { conversation, screen } = useServices();
  const { error } = turn;
  return (
    <div className={css.failure} role="alert">
      <p>{error?.message}</p>
      {error?.nextStep !== undefined && <p>{error.nextStep}</p>}
      <div className={css.row}>
        <button
          type="button"
          className={controls.button}
          onClick={() => void conversation.retry(turn.id)}
        >
          {words.retry}
        </button>
        {turn.host !== undefined && (
          <button
            type="button"
            className={controls.button}
            onClick={() => screen.update((now) => ({ ...now, dialog: 'settings' }))}
          >
            {words.openSettings}
          </button>
        )}
      </div>
    </div>
  );
}

/** "Of about 12,480 tokens found, 1,930 left your device, and here they are." */
function Headline({ turn }: { turn: Turn }) {
  const { evidence, screen } = useServices();
  const { whole, kept } = tokensOf(turn);
  const onDevice = turn.host === undefined;
  const { strategy } = wayOf(turn);
  if (strategy === 'no-retrieval') {
    return (
      <p className={css.headline}>{onDevice ? strings.evidence.noFiles : words.questionOnly}</p>
    );
  }
  // Its selector is shown all sentences found.
  const left = strategy === 's2g-rag' ? whole : kept;
  return (
    <div className={css.headline}>
      <p>
        {words.headlineFound(whole)}
        <strong>{words.headlineLeft(onDevice ? 0 : left)}</strong>
        {onDevice || left !== kept ? words.headlineKept(kept) : words.headlineAnd}
        <button
          type="button"
          className={controls.link}
          onClick={() => {
            evidence.show(turn.id);
            screen.update((now) => ({ ...now, tab: 'evidence' }));
          }}
        >
          {words.headlineHere}
        </button>
        {words.end}
      </p>
      <div
        className={css.strip}
        role="img"
        aria-label={`${strings.evidence.kept(kept, whole)}, ${formatShare(kept, whole)}`}
      >
        <span style={{ width: `${(100 * kept) / Math.max(whole, 1)}%` }} />
      </div>
    </div>
  );
}

function QuietLine({ turn }: { turn: Turn }) {
  const { summary } = turn;
  if (summary === undefined) return null;
  const { whole, kept } = tokensOf(turn);
  const { usage } = summary;
  const cost = costOf(turn);
  const { strategy } = wayOf(turn);
  const parts = [
    ...(strategy === 'canopy' ? [] : [strings.way.strategies[strategy]]),
    ...(strategy === 'no-retrieval'
      ? []
      : [words.tokens(whole, kept), words.rounds(summary.rounds)]),
    formatSeconds(summary.seconds),
    ...(turn.host === undefined
      ? [words.onDevice]
      : [words.requests(summary.modelCalls, summary.sentTokens), turn.host]),
    ...(usage === undefined ? [] : [words.usage(usage.promptTokens, usage.completionTokens)]),
    ...(cost === undefined ? [] : [words.cost(formatCost(cost), cost.isAtLeast)]),
  ];
  return <p className={css.quiet}>{parts.join(' · ')}</p>;
}

function tokensOf({ summary }: Turn): { whole: number; kept: number } {
  return { whole: summary?.wholeTokens ?? 0, kept: summary?.keptTokens ?? 0 };
}
