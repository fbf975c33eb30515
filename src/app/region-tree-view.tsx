import { useMemo } from 'react';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import css from './evidence-pane.module.css';
import type { LeafRange } from './leaf-runs.ts';
import { leavesOf } from './leaves-of.ts';
import { fillOf, type RegionBar, regionBars, type ScoreScale } from './region-bars.ts';
import { strings } from './strings.ts';

const MOST_BARS = 80;
const words = strings.evidence;

/** The small tree beside a passage: one bar per region looked at, indented by depth, filled by score. */
export function RegionTreeView(props: {
  compressed: CompressedItem;
  scale: ScoreScale;
  onPoint: (leaves: LeafRange | undefined) => void;
}) {
  const { compressed, scale, onPoint } = props;
  const { indexed, scores, selection } = compressed;
  const bars = useMemo(
    () => regionBars(indexed.tree, scores, selection),
    [indexed.tree, scores, selection],
  );
  const depth = Math.max(1, ...bars.slice(0, MOST_BARS).map((bar) => bar.depth));
  const label = (bar: RegionBar) =>
    words.region(
      words.outcome[bar.outcome],
      leavesOf(bar.end - bar.first, indexed.item.modality),
      bar.score.toFixed(2),
    );
  return (
    <fieldset className={css.tree} aria-label={words.tree} title={words.treeHelp}>
      {bars.slice(0, MOST_BARS).map((bar) => (
        <button
          key={bar.region}
          type="button"
          className={css.region}
          data-outcome={bar.outcome}
          aria-label={label(bar)}
          title={label(bar)}
          style={{ marginLeft: `${(48 * bar.depth) / depth}%` }}
          onPointerEnter={() => onPoint(bar)}
          onPointerLeave={() => onPoint(undefined)}
          onFocus={() => onPoint(bar)}
          onBlur={() => onPoint(undefined)}
        >
          <i style={{ width: `${4 + 96 * fillOf(bar.score, scale)}%` }} />
        </button>
      ))}
      {bars.length > MOST_BARS && (
        <span className={css.more}>{words.moreRegions(bars.length - MOST_BARS)}</span>
      )}
    </fieldset>
  );
}
