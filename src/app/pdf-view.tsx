import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item, PageBox } from '../core/item.ts';
import type { PageSize } from '../ports/pdf-pages.ts';
import { citedPages } from './cited-places.ts';
import controls from './controls.module.css';
import type { Place } from './evidence-view.ts';
import { Icon, type IconName } from './icons.tsx';
import { keyed } from './keyed.ts';
import css from './source-dialog.module.css';
import { strings } from './strings.ts';
import { useDrawnPage, usePdf, WIDEST_PAGE } from './use-pdf.ts';

const words = strings.source;
/** How much larger than its place a page is drawn; what does not fit is scrolled to. */
const ZOOMS = [1, 1.5, 2, 3];

/** The pages of a PDF as they look, open at the cited one with what is cited marked on it. */
export function PdfView(props: { file: Blob; name: string; item: Item; place: Place }) {
  const { file, name, item, place } = props;
  const cited = useMemo(() => citedPages(item, place.start, place.end), [item, place]);
  const home = cited[0]?.page ?? 1;
  const [page, setPage] = useState(home);
  const [zoom, setZoom] = useState(0);
  const state = usePdf(name, file);
  const pdf = state.status === 'open' ? state.pdf : undefined;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useDrawnPage(pdf, page, ZOOMS[zoom]!, canvas);
  const failure =
    state.status === 'failed' ? state.error : drawn.status === 'failed' ? drawn.error : undefined;
  const count = pdf?.count ?? page;
  const boxes = cited.find((candidate) => candidate.page === page)?.boxes ?? [];
  const isDrawn = drawn.status === 'drawn' && drawn.page === page;
  return (
    <>
      <div className={css.pager}>
        <Step
          {...{ icon: 'chevron', isBack: true, label: words.previous }}
          to={page > 1 ? page - 1 : undefined}
          onStep={setPage}
        />
        <span aria-live="polite">{words.page(page, count)}</span>
        <Step
          {...{ icon: 'chevron', label: words.next }}
          to={page < count ? page + 1 : undefined}
          onStep={setPage}
        />
        <Step
          {...{ icon: 'minus', label: words.smaller }}
          to={zoom > 0 ? zoom - 1 : undefined}
          onStep={setZoom}
        />
        <Step
          {...{ icon: 'plus', label: words.larger }}
          to={zoom + 1 < ZOOMS.length ? zoom + 1 : undefined}
          onStep={setZoom}
        />
        {page !== home && (
          <button type="button" className={controls.link} onClick={() => setPage(home)}>
            {words.backToCited}
          </button>
        )}
      </div>
      {failure !== undefined && (
        <p className={css.note} role="alert">
          {failure.message} {failure.nextStep}
        </p>
      )}
      <div className={css.desk} tabIndex={-1}>
        {!isDrawn && failure === undefined && (
          <p className={css.drawing} role="status">
            {words.drawing}
          </p>
        )}
        <div
          className={css.page}
          style={{ width: `calc(min(100%, ${WIDEST_PAGE}px) * ${ZOOMS[zoom]})` }}
          data-drawn={isDrawn}
          hidden={failure !== undefined}
        >
          <canvas ref={canvas} role="img" aria-label={words.pageLabel(page, name)} />
          {isDrawn && <Marks key={`${page} ${zoom}`} boxes={boxes} size={drawn.size} />}
        </div>
      </div>
    </>
  );
}

function Step(props: {
  icon: IconName;
  label: string;
  isBack?: boolean;
  /** Where it leads; nowhere at the end. */
  to: number | undefined;
  onStep: (to: number) => void;
}) {
  const { icon, label, isBack = false, to, onStep } = props;
  return (
    <button
      type="button"
      className={controls.icon}
      aria-label={label}
      title={label}
      disabled={to === undefined}
      style={isBack ? { transform: 'scaleX(-1)' } : {}}
      onClick={() => to !== undefined && onStep(to)}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A little air around the words, in points. */
const AIR = 3;

function Marks({ boxes, size }: { boxes: readonly PageBox[]; size: PageSize }) {
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'center' });
  }, []);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return keyed(boxes, ({ left, top }) => `${left},${top}`).map(({ key, value: box, index }) => (
    <mark
      key={key}
      {...(index === 0 ? { ref: first } : {})}
      className={css.cited}
      title={words.cited}
      style={{
        left: percent(box.left - AIR, size.width),
        top: percent(box.top - AIR, size.height),
        width: percent(box.width + 2 * AIR, size.width),
        height: percent(box.height + 2 * AIR, size.height),
      }}
    />
  ));
}
