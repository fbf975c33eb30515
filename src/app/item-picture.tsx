import type { EvidenceForest } from '../core/evidence-forest.ts';
import type { ImageItem } from '../core/item.ts';
import evidenceCss from './evidence-pane.module.css';
import type { Place } from './evidence-view.ts';
import { Icon } from './icons.tsx';
import css from './media.module.css';
import { strings } from './strings.ts';
import { useOriginal } from './use-original.ts';

/** Certainty below which the person is told to look for themselves; the same as for the file's warning. */
const UNSURE = 0.75;
const words = strings.evidence;

/** A picture beside the words that were read in it, with how sure the reading is. */
export function ItemPicture(props: {
  item: ImageItem;
  forest: EvidenceForest;
  focus: Place | undefined;
  marker: number | undefined;
  onOpen: () => void;
}) {
  const { item, forest, marker } = props;
  const original = useOriginal(item.picture?.fileId);
  const isUnsure = item.textConfidence !== undefined && item.textConfidence < UNSURE;
  return (
    <figure className={css.picture} data-kept={forest.keptLeaves > 0}>
      {original.status === 'here' && (
        <button
          type="button"
          className={css.thumbnail}
          aria-label={words.openPicture(item.title)}
          onClick={props.onOpen}
        >
          <img
            src={original.url}
            alt={item.title}
            width={item.picture?.width}
            height={item.picture?.height}
          />
        </button>
      )}
      <figcaption>
        {original.status === 'gone' && <p className={css.note}>{strings.source.notKept}</p>}
        <p className={css.source}>
          {marker !== undefined && forest.keptLeaves > 0 && (
            <span className={evidenceCss.number}>{marker}</span>
          )}
          {item.text === '' ? words.noWords : words.pictureWords(item.textConfidence)}
        </p>
        {isUnsure && (
          <p className={css.unsure}>
            <Icon name="warning" size={13} />
            {words.unsureWords}
          </p>
        )}
        {item.text !== '' && (
          <p className={css.read} dir="auto" data-current={props.focus !== undefined}>
            {item.text}
          </p>
        )}
      </figcaption>
    </figure>
  );
}
