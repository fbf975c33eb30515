import type { EvidenceForest } from '../core/evidence-forest.ts';
import css from './evidence-pane.module.css';
import { Icon } from './icons.tsx';
import { firstMarkers } from './leaf-runs.ts';
import { MODALITY_ICONS, provenanceWords } from './provenance-words.ts';
import { strings } from './strings.ts';
import { useFocusedCard } from './use-focused-card.ts';

/** What a kept conversation still has of an item that has left the collection: the words kept for the answer. */
export function GoneCard(props: {
  forest: EvidenceForest;
  reading: readonly EvidenceForest[] | undefined;
}) {
  const { forest, reading } = props;
  const { card, here } = useFocusedCard(forest.itemId);
  const marker = firstMarkers(reading ?? []).get(forest.itemId);
  const place = provenanceWords(forest.provenance);
  return (
    <article ref={card} className={css.card} data-kept={forest.spans.length > 0 ? 'some' : 'none'}>
      <div className={css.cardHead}>
        <div className={css.title}>
          <Icon name={MODALITY_ICONS[forest.modality]} />
          <h4 dir="auto">{forest.headingPath.join(' › ') || forest.title}</h4>
        </div>
        <p className={css.path}>
          <bdi>{forest.provenance.source}</bdi>
          {place !== '' && ` · ${place}`}
        </p>
        <p className={css.whole}>{strings.history.gone}</p>
      </div>
      {forest.spans.length > 0 && (
        <div className={css.content} data-tree="no">
          <div className={css.words}>
            {forest.header !== '' && <p dir="auto">{forest.header}</p>}
            {forest.spans.map((span, index) => (
              <div
                key={span.start}
                className={css.kept}
                dir="auto"
                style={{ whiteSpace: 'pre-line' }}
              >
                {marker !== undefined && <span className={css.number}>{marker + index}</span>}
                <span
                  data-current={
                    here !== undefined && here.start < span.end && here.end > span.start
                  }
                >
                  {span.text}
                </span>
              </div>
            ))}
          </div>
        </div>
      )}
    </article>
  );
}
