import { Slider } from 'radix-ui';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import app from './app.module.css';
import { Clamped } from './clamped.tsx';
import controls from './controls.module.css';
import css from './evidence-pane.module.css';
import { evidenceAt, hasDial, shownDial, shownTokens } from './evidence-view.ts';
import { formatShare } from './format.ts';
import { Icon } from './icons.tsx';
import { ItemCard } from './item-card.tsx';
import { ShareBar } from './modal.tsx';
import { type ScoreScale, scoreScale } from './region-bars.ts';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import type { RoundRecord, Turn } from './turn.ts';
import { wayOf } from './way.ts';

// Few conversations outlive their documents.
const GoneCard = lazy(() =>
  import('./gone-card.tsx').then((module) => ({ default: module.GoneCard })),
);

const words = strings.evidence;

/** The evidence of one answer: the dial above, the rounds as chapters, one card per item. */
export function EvidencePane() {
  const { conversation, evidence } = useServices();
  const { turnId } = useStore(evidence);
  const turn = useStore(conversation).find(({ id }) => id === turnId);
  return (
    <>
      <div className={css.head}>
        <h2>{words.title}</h2>
        <button
          type="button"
          className={`${controls.icon} ${app.desk}`}
          aria-label={words.close}
          title={words.close}
          onClick={evidence.close}
        >
          <Icon name="close" />
        </button>
      </div>
      {turn === undefined ? <Legend /> : <TurnEvidence key={turn.id} turn={turn} />}
    </>
  );
}

/** How to read the pane, where there is nothing to read yet. */
function Legend() {
  return (
    <div className={css.legend}>
      <p>{words.none}</p>
      <p>{words.treeHelp}</p>
      <ul>
        {(['kept', 'split', 'dropped'] as const).map((outcome) => (
          <li key={outcome}>
            <span className={css.region} data-outcome={outcome}>
              <i style={{ width: '70%' }} />
            </span>
            {words.legend[outcome]}
          </li>
        ))}
      </ul>
      <p>{words.dialHelp}</p>
    </div>
  );
}

function TurnEvidence({ turn }: { turn: Turn }) {
  const { engine, evidence } = useServices();
  // The dial itself must never wait for the cards.
  const { dial, selection } = useDeferredValue(useStore(evidence));
  const shown = useMemo(
    () => evidenceAt(engine, turn, { dial, selection }),
    [engine, turn, dial, selection],
  );
  const scale = useMemo(
    () => scoreScale(turn.evidence.map(({ scores }) => scores)),
    [turn.evidence],
  );
  const byId = useMemo(() => new Map(shown.map((item) => [item.forest.itemId, item])), [shown]);
  if (turn.evidence.length === 0 && !hasGone(turn)) {
    return <NoEvidence turn={turn} />;
  }
  return (
    <>
      <Summary turn={turn} shown={shown} />
      <div className={css.scroll}>
        {turn.rounds.map((round) => (
          <Round key={round.round} round={round} turn={turn} byId={byId} scale={scale} />
        ))}
      </div>
    </>
  );
}

function hasGone({ gone = [] }: Turn): boolean {
  return gone.length > 0;
}

function Summary({ turn, shown }: { turn: Turn; shown: readonly CompressedItem[] }) {
  const { evidence } = useServices();
  const { whole, kept } = useMemo(() => shownTokens(turn, shown), [turn, shown]);
  const { selection } = shownDial(turn, useStore(evidence));
  const keptItems = shown.filter(({ forest }) => forest.keptLeaves > 0).length;
  return (
    <div className={css.summary}>
      <p>
        <span>{words.kept(kept, whole)}</span>
        <span>{formatShare(kept, whole)}</span>
      </p>
      <ShareBar label={words.kept(kept, whole)} part={kept} total={whole} />
      <p>
        <span>{words.items(keptItems, shown.length)}</span>
        <span>{hasDial(turn) ? words.cutBy(selection) : words.keptBy(wayOf(turn))}</span>
      </p>
      {hasDial(turn) && <KeepDial turn={turn} told={words.kept(kept, whole)} />}
    </div>
  );
}

/** The dial of the rule that cuts, with a mark where the answer was made. */
function KeepDial({ turn, told }: { turn: Turn; told: string }) {
  const { conversation, engine, evidence } = useServices();
  const { selection, dial, isMoved } = shownDial(turn, useStore(evidence));
  const way = wayOf(turn);
  const isOwn = selection === way.selection;
  const { min, max, step } = engine.dials[selection];
  const made = (100 * (turn.dial - min)) / (max - min);
  return (
    <>
      <div className={css.dial}>
        {words.less}
        <Slider.Root
          className={controls.slider}
          min={min}
          max={max}
          step={step}
          value={[dial]}
          // Without some of its items the pool would be another one.
          disabled={turn.state === 'running' || hasGone(turn)}
          onValueChange={([value]) => value !== undefined && evidence.setDial(value, selection)}
        >
          <Slider.Track className={controls.track}>
            <Slider.Range className={controls.range} />
          </Slider.Track>
          {isMoved && isOwn && <span className={css.made} style={{ left: `${made}%` }} />}
          <Slider.Thumb className={controls.knob} aria-label={words.dial} aria-valuetext={told} />
        </Slider.Root>
        {words.more}
      </div>
      {isMoved && (
        <div className={css.preview} role="status">
          <span>{isOwn ? words.dialNote : words.ruleNote(way.selection)}</span>
          <button
            type="button"
            className={controls.link}
            onClick={() =>
              void conversation.ask(turn.question, { way: { ...way, selection }, dial })
            }
          >
            {words.dialAsk}
          </button>
          <button
            type="button"
            className={controls.link}
            onClick={() => evidence.setDial(undefined)}
          >
            {words.dialReset}
          </button>
        </div>
      )}
    </>
  );
}

/** Why there is nothing to see: it is not there yet, or this way of answering looks at no files. */
function NoEvidence({ turn }: { turn: Turn }) {
  if (turn.state === 'running') {
    const now = turn.stage === 'waiting' ? words.waiting : words.searching;
    return <p className={css.empty}>{now}</p>;
  }
  if (turn.state === 'stopped') return <p className={css.empty}>{words.notKept}</p>;
  const isWithout = wayOf(turn).strategy === 'no-retrieval';
  return <p className={css.empty}>{isWithout ? words.noFiles : words.nothingFound}</p>;
}

function Round(props: {
  round: RoundRecord;
  turn: Turn;
  byId: ReadonlyMap<string, CompressedItem>;
  scale: ScoreScale;
}) {
  const { round, turn, byId, scale } = props;
  const items = round.added.map((id) => byId.get(id)).filter((item) => item !== undefined);
  const gone = (turn.gone ?? []).filter(({ itemId }) => round.added.includes(itemId));
  const { verdict } = round;
  // There the model thinks aloud, and each thought is the next search.
  const isThought = wayOf(turn).strategy === 'ircot';
  return (
    <section className={css.round}>
      <div className={css.roundHead}>
        <h3>
          {words.round(round.round)}
          {round.missing !== undefined && !isThought && words.because(round.missing)}
        </h3>
        {round.query !== '' && <Clamped as="p" text={words.query(round.query)} />}
        {verdict !== undefined && (
          <p>
            {isThought ? words.thought : verdict.sufficient ? words.verdict.yes : words.verdict.no}
            {verdict.rationale !== '' && `: ${verdict.rationale}`}
          </p>
        )}
        {items.length + gone.length === 0 &&
          turn.stage !== 'finding' &&
          turn.stage !== 'pruning' && <p>{words.nothingNew}</p>}
      </div>
      {items.map((item) => (
        <ItemCard key={item.forest.itemId} compressed={item} turn={turn} scale={scale} />
      ))}
      <Suspense>
        {gone.map((forest) => (
          <GoneCard key={forest.itemId} forest={forest} reading={turn.reading} />
        ))}
      </Suspense>
    </section>
  );
}
