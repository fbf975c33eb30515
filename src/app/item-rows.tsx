import { useState } from 'react';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { TableItem } from '../core/item.ts';
import { ColumnHeads } from './column-heads.tsx';
import css from './evidence-pane.module.css';
import type { Place } from './evidence-view.ts';
import { HeldBackFold } from './held-back-fold.tsx';
import { keyed } from './keyed.ts';
import { type LeafRange, type LeafRun, leafRuns } from './leaf-runs.ts';
import { strings } from './strings.ts';
import { textDirection } from './text-direction.ts';

const ROWS_AT_ONCE = 100;
/** Characters of a cell that stays on one line: a date, a figure with its unit. */
const SHORT_CELL = 14;

interface RowsProps {
  readonly item: TableItem;
  readonly forest: EvidenceForest;
  readonly pointed: LeafRange | undefined;
  readonly focus: Place | undefined;
  readonly marker: number | undefined;
}

/** A table under its own header: kept rows in full ink, runs of held-back rows folded. */
export function ItemRows(props: RowsProps) {
  const { item, forest } = props;
  return (
    <div className={css.tableBox} tabIndex={-1}>
      <table className={css.table} dir={textDirection(item.columns.join())}>
        {item.caption !== undefined && <caption dir="auto">{item.caption}</caption>}
        <thead>
          <tr>
            <ColumnHeads columns={item.columns} />
          </tr>
        </thead>
        <tbody>
          {leafRuns(forest).map((run) =>
            run.isKept ? (
              <Rows key={run.first} {...props} run={run} />
            ) : (
              <HeldBackRows key={run.first} {...props} run={run} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function HeldBackRows(props: RowsProps & { run: LeafRun }) {
  const { run, pointed, item } = props;
  const [isOpen, setOpen] = useState(false);
  const isMarked = pointed !== undefined && pointed.first < run.end && pointed.end > run.first;
  return (
    <>
      <tr data-row="fold">
        <td colSpan={Math.max(1, item.columns.length)}>
          <HeldBackFold
            count={run.end - run.first}
            modality="table"
            isOpen={isOpen}
            isMarked={isMarked}
            onToggle={() => setOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && <Rows {...props} run={run} />}
    </>
  );
}

function Rows({ item, run, pointed, focus, marker }: RowsProps & { run: LeafRun }) {
  const [limit, setLimit] = useState(ROWS_AT_ONCE);
  const end = Math.min(run.end, run.first + limit);
  const number = marker !== undefined && run.span !== undefined ? marker + run.span : undefined;
  return (
    <>
      {item.rows.slice(run.first, end).map((cells, offset) => {
        const row = run.first + offset;
        return (
          <tr
            key={row}
            data-row={run.isKept ? 'kept' : 'dropped'}
            data-marked={pointed !== undefined && pointed.first <= row && row < pointed.end}
            data-current={focus !== undefined && focus.start <= row && row < focus.end}
          >
            {keyed(cells).map(({ key, value: cell, index: column }) => (
              <td key={key} data-short={cell.length <= SHORT_CELL}>
                {column === 0 && offset === 0 && number !== undefined && (
                  <span className={css.number}>{number}</span>
                )}
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        );
      })}
      {end < run.end && (
        <tr data-row="fold">
          <td colSpan={Math.max(1, item.columns.length)}>
            <button
              type="button"
              className={css.fold}
              onClick={() => setLimit(limit + ROWS_AT_ONCE)}
            >
              {strings.evidence.moreRows(Math.min(ROWS_AT_ONCE, run.end - end))}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}
