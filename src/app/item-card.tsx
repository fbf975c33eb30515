import { lazy, Suspense, useMemo, useState } from 'react';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { CompressedItem } from '../pipeline/answer-events.ts';
import controls from './controls.module.css';
import css from './evidence-pane.module.css';
import type { EvidenceState } from './evidence-view.ts';
import { formatShare } from './format.ts';
import { HeldBackFold } from './held-back-fold.tsx';
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
import type { Turn } from './turn.ts';
import { useFocusedCard } from './use-focused-card.ts';

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
  const { dial } = useStore(evidence);
  const { forest, indexed } = compressed;
  const { card, here } = useFocusedCard(forest.itemId);
  const [pointed, setPointed] = useState<LeafRange>();
  const [isOpen, setOpen] = useState(false);
  const isKept = forest.keptLeaves > 0;
  const marker = useMemo(
    () => (dial === undefined ? firstMarkers(turn.reading ?? []).get(forest.itemId) : undefined),
    [dial, turn.reading, forest.itemId],
  );
  const place = here ?? forest.spans[0];
  const openSource = () =>
    evidence.openSource({
      itemId: forest.itemId,
      start: place?.start ?? 0,
      end: place?.end ?? 0,
    });
  return (
    <article ref={card} className={css.card} data-kept={isKept ? 'some' : 'none'}>
      <div className={css.cardHead}>
        <Facts compressed={compressed} />
        {!isKept && (
          <HeldBackFold
            count={forest.leafCount}
            modality={forest.modality}
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {(isKept || isOpen) && (
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

/** What the item is, where it is from, and how much of it was kept. */
function Facts({ compressed: { forest, wholeBecause } }: { compressed: CompressedItem }) {
  const { modality, provenance, keptLeaves, leafCount, keptTokens, wholeTokens } = forest;
  const title = forest.headingPath.join(' › ') || forest.title;
  const place = provenanceWords(provenance);
  return (
    <>
      <div className={css.title}>
        <Icon name={MODALITY_ICONS[modality]} />
        <h4 dir="auto">{title}</h4>
      </div>
      <p className={css.path}>
        {words.kind[modality]} · <bdi>{provenance.source}</bdi>
        {place !== '' && ` · ${place}`}
      </p>
      <p className={css.facts}>
        <span>
          {keptLeaves === 0
            ? words.itemHeldBack
            : wholeTokens === 0
              ? words.wordless
              : words.keptOf(keptLeaves, leafCount, modality)}
        </span>
        {wholeTokens > 0 && (
          <span>
            {words.kept(keptTokens, wholeTokens)}, {formatShare(keptTokens, wholeTokens)}
          </span>
        )}
      </p>
      {wholeTokens > 0 && (
        <ShareBar label={words.share(title)} part={keptTokens} total={wholeTokens} />
      )}
      {wholeBecause !== undefined && <p className={css.whole}>{words.wholeTable}</p>}
    </>
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
