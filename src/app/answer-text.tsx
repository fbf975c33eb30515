import { Fragment, lazy, Suspense, useCallback, useMemo } from 'react';
import { type Block, type Piece, parseAnswer } from './answer-blocks.ts';
import css from './answer-text.module.css';
import { ColumnHeads } from './column-heads.tsx';
import { markPlaces, type Place } from './evidence-view.ts';
import { useServices } from './services.ts';
import { strings } from './strings.ts';
import type { Turn } from './turn.ts';

type Places = ReadonlyMap<number, readonly Place[]>;

interface Marked {
  readonly turnId: number;
  readonly places: Places;
}

// A model's Markdown; until its reader is here, and for quotations always, the plain form below.
const AnswerMarkdown = lazy(() =>
  import('./answer-markdown.tsx').then((module) => ({ default: module.AnswerMarkdown })),
);

/** The answer as it streams, every `[n]` a button to its evidence: a model's as Markdown, a quotation as it is written. */
export function AnswerText({ turn }: { turn: Turn }) {
  const places = useMemo(() => markPlaces(turn), [turn]);
  const isMarker = useCallback((marker: number) => places.has(marker), [places]);
  const blocks = useMemo(() => parseAnswer(turn.text, isMarker), [turn.text, isMarker]);
  const plain = blocks.map((block) => (
    <BlockView key={block.at} block={block} turnId={turn.id} places={places} />
  ));
  return (
    <div className={css.text} aria-live="polite" dir="auto">
      {turn.isWritten === true ? (
        <Suspense fallback={plain}>
          <AnswerMarkdown
            text={turn.text}
            isMarker={isMarker}
            plain={plain}
            drawMark={(marker, visit) => (
              <PlacedMark marker={marker} visit={visit} turnId={turn.id} places={places} />
            )}
          />
        </Suspense>
      ) : (
        plain
      )}
    </div>
  );
}

/** A mark at the place that its visit is for. */
function PlacedMark({ marker, visit, turnId, places }: Marked & { marker: number; visit: number }) {
  const own = places.get(marker) ?? [];
  const place = own[Math.min(visit, own.length - 1)];
  return place && <Mark marker={marker} turnId={turnId} place={place} />;
}

function BlockView({ block, ...marked }: Marked & { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto" style={{ whiteSpace: 'pre-line' }}>
          <Pieces pieces={block.pieces} {...marked} />
        </p>
      );
    case 'bullets':
      return (
        <ul dir="auto">
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
              <dt dir="auto">{column}</dt>
              <dd dir="auto">
                <Pieces pieces={pieces} {...marked} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return (
        <div className={css.rows} tabIndex={-1}>
          <table dir="auto">
            <thead>
              <tr>
                <ColumnHeads columns={block.columns} />
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.at}>
                  {row.cells.map(({ at, pieces }) => (
                    <td key={at} dir="auto">
                      <Pieces pieces={pieces} {...marked} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

function Pieces({ pieces, turnId, places }: Marked & { pieces: readonly Piece[] }) {
  return pieces.map((piece) => {
    if (piece.kind === 'mark') {
      return <PlacedMark key={piece.at} {...piece} turnId={turnId} places={places} />;
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
