import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item } from '../core/item.ts';
import controls from './controls.module.css';
import evidenceCss from './evidence-pane.module.css';
import type { Place } from './evidence-view.ts';
import { keyed } from './keyed.ts';
import { Modal } from './modal.tsx';
import { useServices } from './services.ts';
import css from './source-dialog.module.css';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const ITEMS_AROUND = 12;
const ROWS_AROUND = 100;

/** The document that holds a place, read from the collection, open at that place. */
export function SourceDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { collection, evidence } = useServices();
  const { files } = useStore(collection);
  const { items, error } = useStore(evidence);
  const file = files.find(
    ({ state }) => state.step === 'ready' && state.document.itemIds.includes(place.itemId),
  );
  const itemIds = file?.state.step === 'ready' ? file.state.document.itemIds : [];
  const at = itemIds.indexOf(place.itemId);
  const [range, setRange] = useState({
    first: Math.max(0, at - ITEMS_AROUND),
    end: at + ITEMS_AROUND,
  });
  const wanted = useMemo(
    () => itemIds.slice(range.first, range.end),
    [itemIds, range.first, range.end],
  );
  useEffect(() => {
    void evidence.load(wanted);
  }, [evidence, wanted]);
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
  return (
    <Modal
      wide
      title={file?.name ?? items.get(place.itemId)?.item.provenance.source ?? ''}
      closeLabel={strings.source.close}
      onClose={onClose}
    >
      {file === undefined && <p className={css.note}>{strings.source.gone}</p>}
      <div className={css.doc} ref={body} tabIndex={-1}>
        {range.first > 0 && (
          <More
            label={strings.source.earlier}
            onMore={() =>
              setRange({ ...range, first: Math.max(0, range.first - 2 * ITEMS_AROUND) })
            }
          />
        )}
        {keyed(wanted).map(({ key, value: id, index }) => {
          const item = items.get(id)?.item;
          const before = items.get(wanted[index - 1] ?? '')?.item;
          return item === undefined ? null : (
            <Section
              key={key}
              item={item}
              showsHeading={item.headingPath.join() !== before?.headingPath.join()}
              place={id === place.itemId ? place : undefined}
            />
          );
        })}
        {error !== undefined && (
          <p className={css.note} role="alert">
            {error.message} {error.nextStep}
          </p>
        )}
        {file !== undefined && !isHere && error === undefined && (
          <p className={css.note}>{strings.source.loading}</p>
        )}
        {range.end < itemIds.length && (
          <More
            label={strings.source.later}
            onMore={() => setRange({ ...range, end: range.end + 2 * ITEMS_AROUND })}
          />
        )}
      </div>
    </Modal>
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

function Section(props: { item: Item; showsHeading: boolean; place: Place | undefined }) {
  const { item, place } = props;
  const heading = item.headingPath.join(' › ') || item.title;
  return (
    <section className={css.section}>
      {props.showsHeading && <h3>{heading}</h3>}
      {item.modality === 'table' ? (
        <SourceTable item={item} place={place} />
      ) : (
        <SourceText text={'text' in item ? item.text : ''} place={place} />
      )}
    </section>
  );
}

function SourceText({ text, place }: { text: string; place: Place | undefined }) {
  if (place === undefined || place.end <= place.start) {
    return <p data-current={place !== undefined ? 'start' : undefined}>{text}</p>;
  }
  return (
    <p>
      {text.slice(0, place.start)}
      <mark data-current="true">{text.slice(place.start, place.end)}</mark>
      {text.slice(place.end)}
    </p>
  );
}

function SourceTable(props: { item: Item & { modality: 'table' }; place: Place | undefined }) {
  const { item, place } = props;
  const start = place?.start ?? 0;
  const [range, setRange] = useState({
    first: Math.max(0, start - ROWS_AROUND),
    end: start + ROWS_AROUND,
  });
  const firstRow = item.provenance.firstRow ?? 1;
  return (
    <div className={evidenceCss.tableBox}>
      {range.first > 0 && (
        <More
          label={strings.source.earlier}
          onMore={() => setRange({ ...range, first: Math.max(0, range.first - 5 * ROWS_AROUND) })}
        />
      )}
      <table className={evidenceCss.table}>
        <thead>
          <tr>
            {keyed(item.columns).map(({ key, value }) => (
              <th key={key} scope="col">
                {value}
              </th>
            ))}
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
                {keyed(cells).map(({ key, value }) => (
                  <td key={key}>{value}</td>
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
