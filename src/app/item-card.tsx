import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import controls from './controls.module.css';
import type { Turn } from './conversation.ts';
import css from './evidence-pane.module.css';
import type { EvidenceState } from './evidence-view.ts';
import { formatShare } from './format.ts';
import { Icon } from './icons.tsx';
import { ItemRows } from './item-rows.tsx';
import { ItemText } from './item-text.tsx';
import { firstMarkers, type LeafRange } from './leaf-runs.ts';
import { ShareBar } from './modal.tsx';
import { MODALITY_ICONS, provenanceWords } from './provenance-words.ts';
import type { ScoreScale } from './region-bars.ts';
import { RegionTreeView } from './region-tree-view.tsx';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

// What shows pictures and films comes with the first of them.
const ItemPicture = lazy(() =>
  import('./item-picture.tsx').then((module) => ({ default: module.ItemPicture })),
);
const ItemVideo = lazy(() =>
  import('./item-video.tsx').then((module) => ({ default: module.ItemVideo })),
);

const words = strings.evidence;

/** One retrieved item: what was kept in full ink, what was held back folded, and how it was decided. */
export function ItemCard(props: { compressed: CompressedItem; turn: Turn; scale: ScoreScale }) {
  const { compressed, turn, scale } = props;
  const { evidence } = useServices();
  const { focus, dial } = useStore(evidence);
  const { forest, indexed } = compressed;
  const card = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState<LeafRange>();
  const [isOpen, setOpen] = useState(false);
  const isKept = forest.keptLeaves > 0;
  const here = focus?.itemId === forest.itemId ? focus : undefined;
  const visit = here?.visit;
  // Every press of a mark brings its place into view, again too.
  useEffect(() => {
    if (visit === undefined) return;
    const target = card.current?.querySelector('[data-current="true"]') ?? card.current;
    target?.scrollIntoView({ block: 'center' });
  }, [visit]);
  const marker = useMemo(
    () => (dial === undefined ? firstMarkers(turn.reading ?? []).get(forest.itemId) : undefined),
    [dial, turn.reading, forest.itemId],
  );
  const heading = forest.headingPath.join(' › ');
  const title = heading === '' ? forest.title : heading;
  const place = provenanceWords(forest.provenance);
  const showsContent = isKept || isOpen;
  const openAt = forest.spans[0];
  const openSource = () =>
    evidence.openSource({
      itemId: forest.itemId,
      start: here?.start ?? openAt?.start ?? 0,
      end: here?.end ?? openAt?.end ?? 0,
    });
  return (
    <article ref={card} className={css.card} data-kept={isKept ? 'some' : 'none'}>
      <div className={css.cardHead}>
        <div className={css.title}>
          <Icon name={MODALITY_ICONS[forest.modality]} />
          <h4 dir="auto">{title}</h4>
        </div>
        <p className={css.path}>
          {words.kind[forest.modality]} · <bdi>{forest.provenance.source}</bdi>
          {place !== '' && ` · ${place}`}
        </p>
        <p className={css.facts}>
          <span>
            {isKept
              ? words.keptOf(forest.keptLeaves, forest.leafCount, forest.modality)
              : words.itemHeldBack}
          </span>
          <span>
            {words.kept(forest.keptTokens, forest.wholeTokens)},{' '}
            {formatShare(forest.keptTokens, forest.wholeTokens)}
          </span>
        </p>
        <ShareBar label={words.share(title)} part={forest.keptTokens} total={forest.wholeTokens} />
        {compressed.wholeBecause !== undefined && <p className={css.whole}>{words.wholeTable}</p>}
        {!isKept && (
          <button
            type="button"
            className={css.fold}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" size={12} />
            {words.heldBack(forest.leafCount, forest.modality)}
          </button>
        )}
      </div>
      {showsContent && (
        <div className={css.content} data-tree={forest.leafCount > 1 ? 'yes' : 'no'}>
          {forest.leafCount > 1 && (
            <RegionTreeView compressed={compressed} scale={scale} onPoint={setPointed} />
          )}
          <div className={css.words}>
            <Suspense fallback={null}>
              <Content
                indexed={indexed}
                forest={forest}
                pointed={pointed}
                focus={here}
                marker={marker}
                onOpen={openSource}
              />
            </Suspense>
          </div>
        </div>
      )}
      <div className={css.cardFoot}>
        <button type="button" className={controls.link} onClick={openSource}>
          {words.source}
        </button>
      </div>
    </article>
  );
}

/** What the item holds, each kind in its own manner. */
function Content(props: {
  indexed: IndexedItem;
  forest: EvidenceForest;
  pointed: LeafRange | undefined;
  focus: EvidenceState['focus'];
  marker: number | undefined;
  onOpen: () => void;
}) {
  const { item } = props.indexed;
  switch (item.modality) {
    case 'table':
      return <ItemRows item={item} {...props} />;
    case 'image':
      return <ItemPicture item={item} {...props} />;
    case 'video':
      return <ItemVideo item={item} {...props} />;
    case 'text':
      return <ItemText {...props} />;
  }
}
