import { useEffect, useRef, useState } from 'react';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item, VideoItem } from '../core/item.ts';
import { ColumnHeads } from './column-heads.tsx';
import controls from './controls.module.css';
import evidenceCss from './evidence-pane.module.css';
import type { EvidenceState, Place } from './evidence-view.ts';
import { formatClock } from './format.ts';
import { keyed } from './keyed.ts';
import { provenanceWords } from './provenance-words.ts';
import css from './source-dialog.module.css';
import { strings } from './strings.ts';
import { textDirection } from './text-direction.ts';

const ITEMS_AROUND = 12;
const ROWS_AROUND = 100;

/** Items `[first, end)` of a document. */
export interface ItemRange {
  readonly first: number;
  readonly end: number;
}

/** The items to begin with: those around the place. */
export function itemsAround(at: number): ItemRange {
  return { first: Math.max(0, at - ITEMS_AROUND), end: Math.max(0, at) + ITEMS_AROUND };
}

/** The document's own words and tables around a place, with the way to what comes before and after. */
export function SourceText(props: {
  place: Place;
  /** Items shown, of how many. */
  wanted: readonly string[];
  count: number;
  range: ItemRange;
  onRange: (range: ItemRange) => void;
  items: ReadonlyMap<string, IndexedItem>;
  error: EvidenceState['error'];
  isGone: boolean;
}) {
  const { place, wanted, range, items, error } = props;
  const isHere = items.has(place.itemId);
  const isReady = wanted.every((id) => items.has(id)) || (isHere && error !== undefined);
  const body = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  // Opens at the place once all around it is there, and not again when more of the document is shown.
  useEffect(() => {
    if (!isReady || wasShown.current) return;
    wasShown.current = true;
    body.current?.querySelector('[data-current="true"]')?.scrollIntoView({ block: 'center' });
  }, [isReady]);
  const more = 2 * ITEMS_AROUND;
  return (
    <div className={css.doc} ref={body} tabIndex={-1}>
      {range.first > 0 && (
        <More
          label={strings.source.earlier}
          onMore={() => props.onRange({ ...range, first: Math.max(0, range.first - more) })}
        />
      )}
      {keyed(wanted).map(({ key, value: id, index }) => {
        const item = items.get(id)?.item;
        const before = items.get(wanted[index - 1] ?? '')?.item;
        return item === undefined ? null : (
          <Section
            key={key}
            item={item}
            before={before}
            place={id === place.itemId ? place : undefined}
          />
        );
      })}
      {error !== undefined && (
        <p className={css.note} role="alert">
          {error.message} {error.nextStep}
        </p>
      )}
      {!props.isGone && !isHere && error === undefined && (
        <p className={css.note}>{strings.source.loading}</p>
      )}
      {range.end < props.count && (
        <More
          label={strings.source.later}
          onMore={() => props.onRange({ ...range, end: range.end + more })}
        />
      )}
    </div>
  );
}

function More({ label, onMore }: { label: string; onMore: () => void }) {
  return (
    <div className={css.more}>
      <button type="button" className={controls.quiet} onClick={onMore}>
        {label}
      </button>
    </div>
  );
}

function Section(props: { item: Item; before: Item | undefined; place: Place | undefined }) {
  const { item, before, place } = props;
  const heading = item.headingPath.join(' › ') || item.title;
  const where = provenanceWords(item.provenance);
  const isNewHeading = item.headingPath.join() !== before?.headingPath.join();
  const isElsewhere = before === undefined || where !== provenanceWords(before.provenance);
  return (
    <section className={css.section}>
      {isNewHeading && <h3 dir="auto">{heading}</h3>}
      {isElsewhere && where !== '' && <p className={css.where}>{where}</p>}
      {item.modality === 'table' ? (
        <Table item={item} place={place} />
      ) : item.modality === 'video' ? (
        <Transcript item={item} place={place} />
      ) : (
        <Words text={item.text} place={place} />
      )}
    </section>
  );
}

function Words({ text, place }: { text: string; place: Place | undefined }) {
  if (place === undefined || place.end <= place.start) {
    return (
      <p dir="auto" data-current={place !== undefined ? 'start' : undefined}>
        {text}
      </p>
    );
  }
  return (
    <p dir="auto">
      {text.slice(0, place.start)}
      <mark data-current="true">{text.slice(place.start, place.end)}</mark>
      {text.slice(place.end)}
    </p>
  );
}

/** What is said, line by line with its second. */
function Transcript({ item, place }: { item: VideoItem; place: Place | undefined }) {
  const isCited = (start: number) =>
    place !== undefined && start * 1000 >= place.start && start * 1000 < place.end;
  return (
    <ol className={css.transcript}>
      {keyed(item.segments, ({ start, text }) => `${start} ${text}`).map(({ key, value }) => (
        <li key={key} data-current={isCited(value.start)}>
          <span>{formatClock(value.start)}</span>
          <div dir="auto">{value.text}</div>
        </li>
      ))}
    </ol>
  );
}

function Table(props: { item: Item & { modality: 'table' }; place: Place | undefined }) {
  const { item, place } = props;
  const start = place?.start ?? 0;
  const [range, setRange] = useState({
    first: Math.max(0, start - ROWS_AROUND),
    end: start + ROWS_AROUND,
  });
  const hasRowNumbers = item.provenance.firstRow !== undefined;
  const firstRow = item.provenance.firstRow ?? 1;
  return (
    <div className={evidenceCss.tableBox}>
      {range.first > 0 && (
        <More
          label={strings.source.earlier}
          onMore={() => setRange({ ...range, first: Math.max(0, range.first - 5 * ROWS_AROUND) })}
        />
      )}
      <table className={evidenceCss.table} dir={textDirection(item.columns.join())}>
        <thead>
          <tr>
            {hasRowNumbers && <th scope="col" aria-label={strings.source.rowNumber} />}
            <ColumnHeads columns={item.columns} />
          </tr>
        </thead>
        <tbody>
          {item.rows.slice(range.first, range.end).map((cells, offset) => {
            const row = range.first + offset;
            return (
              <tr
                key={row}
                title={strings.source.row(firstRow + row)}
                data-current={place !== undefined && place.start <= row && row < place.end}
              >
                {hasRowNumbers && <td className={css.rowNumber}>{firstRow + row}</td>}
                {keyed(cells).map(({ key, value }) => (
                  <td key={key}>
                    <bdi>{value}</bdi>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {range.end < item.rows.length && (
        <More
          label={strings.source.later}
          onMore={() => setRange({ ...range, end: range.end + 5 * ROWS_AROUND })}
        />
      )}
    </div>
  );
}
