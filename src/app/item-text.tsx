import { useState } from 'react';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import { contentBetween } from '../core/region-input.ts';
import css from './evidence-pane.module.css';
import type { Place } from './evidence-view.ts';
import { HeldBackFold } from './held-back-fold.tsx';
import { type LeafRange, type LeafRun, leafRuns } from './leaf-runs.ts';

interface TextProps {
  readonly indexed: IndexedItem;
  readonly forest: EvidenceForest;
  readonly pointed: LeafRange | undefined;
  readonly focus: Place | undefined;
  /** Number of the item's first span in the answer, when the evidence shown is the answer's own. */
  readonly marker: number | undefined;
}

/** A passage in its own words: kept sentences in full ink, runs of held-back ones folded. */
export function ItemText(props: TextProps) {
  const { forest, marker } = props;
  return leafRuns(forest).map((run) =>
    run.isKept ? (
      <div key={run.first} className={css.kept} dir="auto">
        {marker !== undefined && run.span !== undefined && (
          <span className={css.number}>{marker + run.span}</span>
        )}
        <Sentences {...props} run={run} />
      </div>
    ) : (
      <HeldBack key={run.first} {...props} run={run} />
    ),
  );
}

function HeldBack(props: TextProps & { run: LeafRun }) {
  const { run, pointed, indexed } = props;
  const [isOpen, setOpen] = useState(false);
  const isMarked = pointed !== undefined && pointed.first < run.end && pointed.end > run.first;
  return (
    <div className={css.dropped}>
      <HeldBackFold
        count={run.end - run.first}
        modality={indexed.item.modality}
        isOpen={isOpen}
        isMarked={isMarked}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div dir="auto">
          <Sentences {...props} run={run} />
        </div>
      )}
    </div>
  );
}

function Sentences({ indexed, run, pointed, focus }: TextProps & { run: LeafRun }) {
  const { item, leaves } = indexed;
  const indices = Array.from({ length: run.end - run.first }, (_, i) => run.first + i);
  return indices.map((leaf) => {
    const start = leaves.starts[leaf] ?? 0;
    const end = leaves.ends[leaf] ?? 0;
    const gapFrom = leaf > run.first ? (leaves.ends[leaf - 1] ?? start) : start;
    const isPointed = pointed !== undefined && pointed.first <= leaf && leaf < pointed.end;
    const isCurrent = focus !== undefined && focus.start < end && focus.end > start;
    return (
      <span key={leaf}>
        {'text' in item && gapFrom < start ? item.text.slice(gapFrom, start) : ''}
        <span data-marked={isPointed} data-current={isCurrent}>
          {contentBetween(item, start, end)}
        </span>
      </span>
    );
  });
}
