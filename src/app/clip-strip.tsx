import type { Leaves } from '../core/item.ts';
import { formatClock } from './format.ts';
import type { LeafRange } from './leaf-runs.ts';
import css from './media.module.css';
import { strings } from './strings.ts';

/** A video as a strip of its 30-second clips, kept ones filled, with the time below; a press opens the film there. */
export function ClipStrip(props: {
  leaves: Leaves;
  isKept: (leaf: number) => boolean;
  pointed: LeafRange | undefined;
  /** Milliseconds of the cited stretch. */
  cited: { readonly start: number; readonly end: number } | undefined;
  onOpen: (seconds: number) => void;
}) {
  const { leaves, pointed, cited } = props;
  const starts = [...leaves.starts];
  const duration = leaves.ends.at(-1) ?? 0;
  return (
    <div>
      <fieldset className={css.strip} aria-label={strings.evidence.strip}>
        {starts.map((start, leaf) => {
          const end = leaves.ends[leaf] ?? start;
          const isKept = props.isKept(leaf);
          const label = strings.evidence.clip(
            formatClock(start / 1000),
            formatClock(end / 1000),
            isKept,
          );
          return (
            <button
              key={start}
              type="button"
              className={css.clip}
              style={{ flexGrow: end - start }}
              data-kept={isKept}
              data-cited={cited !== undefined && cited.start < end && cited.end > start}
              data-pointed={pointed !== undefined && pointed.first <= leaf && leaf < pointed.end}
              aria-label={label}
              title={label}
              onClick={() => props.onOpen(start / 1000)}
            />
          );
        })}
      </fieldset>
      <p className={css.axis} aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{formatClock((share * duration) / 1000)}</span>
        ))}
      </p>
    </div>
  );
}
