import { Fragment, useMemo } from 'react';
import { type Block, type Piece, parseAnswer } from './answer-blocks.ts';
import type { Turn } from './conversation.ts';
import css from './conversation-pane.module.css';
import { markPlaces, type Place } from './evidence-view.ts';
import { useServices } from './services.ts';
import { strings } from './strings.ts';

type Places = ReadonlyMap<number, readonly Place[]>;

interface Marked {
  readonly turnId: number;
  readonly places: Places;
}

/** The answer as it streams: paragraphs, bullets, quoted table rows and bold, every `[n]` a button to its evidence. */
export function AnswerText({ turn }: { turn: Turn }) {
  const places = useMemo(() => markPlaces(turn), [turn]);
  const blocks = useMemo(() => parseAnswer(turn.text), [turn.text]);
  return (
    <div className={css.text} aria-live="polite">
      {blocks.map((block) => (
        <BlockView key={block.at} block={block} turnId={turn.id} places={places} />
      ))}
    </div>
  );
}

function BlockView({ block, ...marked }: Marked & { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p style={{ whiteSpace: 'pre-line' }}>
          <Pieces pieces={block.pieces} {...marked} />
        </p>
      );
    case 'bullets':
      return (
        <ul>
          {block.lines.map(({ at, pieces }) => (
            <li key={at}>
              <Pieces pieces={pieces} {...marked} />
            </li>
          ))}
        </ul>
      );
    case 'row':
      return (
        <dl className={css.cells}>
          {block.cells.map(({ at, column, pieces }) => (
            <div key={at}>
              <dt>{column}</dt>
              <dd>
                <Pieces pieces={pieces} {...marked} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

function Pieces({ pieces, turnId, places }: Marked & { pieces: readonly Piece[] }) {
  return pieces.map((piece) => {
    if (piece.kind === 'mark') {
      const own = places.get(piece.marker) ?? [];
      const place = own[Math.min(piece.visit, own.length - 1)];
      // A number without evidence behind it stays as written.
      return place === undefined ? (
        <Fragment key={piece.at}>{`[${piece.marker}]`}</Fragment>
      ) : (
        <Mark key={piece.at} marker={piece.marker} turnId={turnId} place={place} />
      );
    }
    return piece.isBold ? (
      <strong key={piece.at}>{piece.text}</strong>
    ) : (
      <Fragment key={piece.at}>{piece.text}</Fragment>
    );
  });
}

function Mark(props: { marker: number; turnId: number; place: Place }) {
  const { evidence, screen } = useServices();
  return (
    <button
      type="button"
      className={css.mark}
      aria-label={strings.answer.mark(props.marker)}
      onClick={() => {
        evidence.goTo(props.turnId, props.place);
        screen.update((now) => ({ ...now, tab: 'evidence' }));
      }}
    >
      {props.marker}
    </button>
  );
}
