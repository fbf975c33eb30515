import { useEffect, useMemo, useState } from 'react';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { VideoItem } from '../core/item.ts';
import { contentBetween } from '../core/region-input.ts';
import { ClipStrip } from './clip-strip.tsx';
import evidenceCss from './evidence-pane.module.css';
import type { EvidenceState } from './evidence-view.ts';
import { formatClock } from './format.ts';
import { HeldBackFold } from './held-back-fold.tsx';
import { type LeafRange, type LeafRun, leafRuns } from './leaf-runs.ts';
import css from './media.module.css';
import { strings } from './strings.ts';
import { useFrames } from './use-frames.ts';
import { useOriginal } from './use-original.ts';
import { type Moment, VideoPlayer } from './video-player.tsx';

/** Most frames shown beside the words of one video. */
const MOST_FRAMES = 8;

interface VideoProps {
  readonly item: VideoItem;
  readonly indexed: IndexedItem;
  readonly forest: EvidenceForest;
  readonly pointed: LeafRange | undefined;
  readonly focus: EvidenceState['focus'];
  readonly marker: number | undefined;
}

/** A video as its strip of clips, what is said in the kept ones, and the film at the moment that is pressed. */
export function ItemVideo(props: VideoProps) {
  const { item, indexed, forest, focus } = props;
  const { leaves } = indexed;
  const [moment, setMoment] = useState<Moment>();
  const original = useOriginal(item.fileId);
  const file = original.status === 'here' ? original.file : undefined;
  const runs = useMemo(() => leafRuns(forest), [forest]);
  const kept = useMemo(
    () => runs.filter(({ isKept }) => isKept).flatMap(({ first, end }) => range(first, end)),
    [runs],
  );
  const seconds = useMemo(
    () => kept.slice(0, MOST_FRAMES).map((leaf) => middle(leaves.starts[leaf], leaves.ends[leaf])),
    [kept, leaves],
  );
  const frames = useFrames(item.provenance.source, file, seconds);
  const open = (at: number) =>
    setMoment((before) => ({ seconds: at, visit: (before?.visit ?? 0) + 1 }));
  // A mark of the answer opens the film at its second.
  useEffect(() => {
    if (focus !== undefined) setMoment({ seconds: focus.start / 1000, visit: focus.visit });
  }, [focus]);
  const isKept = new Set(kept);
  return (
    <div className={css.video}>
      {moment !== undefined && original.status === 'here' && (
        <VideoPlayer url={original.url} item={item} moment={moment} />
      )}
      {moment !== undefined && original.status === 'gone' && (
        <p className={css.note}>{strings.source.notKept}</p>
      )}
      <ClipStrip
        leaves={leaves}
        isKept={(leaf) => isKept.has(leaf)}
        pointed={props.pointed}
        cited={focus}
        onOpen={open}
      />
      {runs.map((run) =>
        run.isKept ? (
          <Clips key={run.first} {...props} run={run} frames={frames} onOpen={open} />
        ) : (
          <HeldBackClips key={run.first} {...props} run={run} frames={frames} onOpen={open} />
        ),
      )}
    </div>
  );
}

interface ClipsProps extends VideoProps {
  readonly run: LeafRun;
  readonly frames: ReadonlyMap<number, string>;
  readonly onOpen: (seconds: number) => void;
}

function Clips({ item, indexed, run, marker, focus, frames, onOpen }: ClipsProps) {
  const number = marker !== undefined && run.span !== undefined ? marker + run.span : undefined;
  return (
    <ol className={run.isKept ? css.clips : css.heldClips}>
      {range(run.first, run.end).map((leaf) => {
        const start = indexed.leaves.starts[leaf] ?? 0;
        const end = indexed.leaves.ends[leaf] ?? start;
        const words = contentBetween(item, start, end);
        const frame = frames.get(middle(start, end));
        const isCited = focus !== undefined && focus.start < end && focus.end > start;
        const time = formatClock(start / 1000);
        return (
          <li key={leaf} className={css.clipRow}>
            <button
              type="button"
              className={css.clipOpen}
              data-frame={frame !== undefined}
              aria-label={strings.evidence.playFrom(time)}
              title={strings.evidence.playFrom(time)}
              onClick={() => onOpen(start / 1000)}
            >
              {frame !== undefined && <img src={frame} alt="" />}
              <span>{time}</span>
            </button>
            <p dir="auto">
              {leaf === run.first && number !== undefined && (
                <span className={evidenceCss.number}>{number}</span>
              )}
              <span data-current={isCited}>
                {words === '' ? <em>{strings.evidence.silent}</em> : words}
              </span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function HeldBackClips(props: ClipsProps) {
  const { run } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={evidenceCss.dropped}>
      <HeldBackFold
        count={run.end - run.first}
        modality="video"
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {isOpen && <Clips {...props} />}
    </div>
  );
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, at) => first + at);
}

/** The second in the middle of a clip: its beginning often still shows what came before. */
function middle(start = 0, end = start): number {
  return Math.floor((start + end) / 2000);
}
