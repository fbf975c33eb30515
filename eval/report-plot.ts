/** A point of a plot with what a person reads when it is pointed at. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** Points of one system, joined by a line in order of x. */
export interface PlotSeries {
  readonly name: string;
  readonly points: readonly PlotPoint[];
}

const [WIDTH, HEIGHT] = [640, 400];
const FRAME = { left: 56, right: 16, top: 16, bottom: 48 };
/** Shapes tell series apart where colours do not. */
const SHAPES = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0',
  'M-4 -4h8v8h-8z',
  'M0 -5.5L5 4h-10z',
  'M0 -5.5L5.5 0L0 5.5L-5.5 0z',
  'M0 5.5L5 -4h-10z',
];
/** Colours of the page's style sheet: `--series-0` … */
const COLOURS = 10;

/** A plot as inline SVG with its legend; colours come from the page, so it follows light and dark. */
export function plot(options: {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly PlotSeries[];
}): string {
  const { title, xTitle, yTitle } = options;
  const series = options.series.filter(({ points }) => points.length > 0);
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return '';
  const highX = niceAbove(Math.max(...all.map(({ x }) => x)));
  const lowY = Math.min(1, Math.floor(Math.min(...all.map(({ y }) => y)) * 10) / 10);
  const x = (value: number) => FRAME.left + (value / highX) * (WIDTH - FRAME.left - FRAME.right);
  const y = (value: number) =>
    FRAME.top + ((1 - value) / Math.max(0.1, 1 - lowY)) * (HEIGHT - FRAME.top - FRAME.bottom);
  const lines = series.map((one, index) => seriesMarks(one, index, x, y)).join('');
  return `<figure class="plot"><figcaption>${escapeHtml(title)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(`${title}: ${yTitle} against ${xTitle}; the tables below hold the same figures`)}">
${axes(highX, lowY, x, y)}
<text class="axis" x="${(WIDTH + FRAME.left) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escapeHtml(xTitle)}</text>
<text class="axis" transform="translate(14 ${HEIGHT / 2 - 16}) rotate(-90)" text-anchor="middle">${escapeHtml(yTitle)}</text>
${lines}</svg>
<ul class="legend">${series.map(legendEntry).join('')}</ul></figure>`;
}

function axes(
  highX: number,
  lowY: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const parts: string[] = [];
  for (let step = 0; step <= 4; step++) {
    const value = (highX * step) / 4;
    parts.push(
      `<text class="tick" x="${x(value).toFixed(1)}" y="${HEIGHT - FRAME.bottom + 18}" text-anchor="middle">${Math.round(value).toLocaleString('en')}</text>`,
    );
  }
  const steps = Math.max(1, Math.round((1 - lowY) * 10));
  const every = steps > 5 ? 2 : 1;
  for (let step = 0; step <= steps; step += every) {
    const value = 1 - step / 10;
    const at = y(value).toFixed(1);
    parts.push(
      `<line class="grid" x1="${FRAME.left}" x2="${WIDTH - FRAME.right}" y1="${at}" y2="${at}"/><text class="tick" x="${FRAME.left - 8}" y="${at}" dy="4" text-anchor="end">${Math.round(value * 100)}%</text>`,
    );
  }
  return parts.join('');
}

function seriesMarks(
  { name, points }: PlotSeries,
  index: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const places = sorted.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`);
  const line = places.length > 1 ? `<polyline points="${places.join(' ')}"/>` : '';
  const marks = sorted.map((point, i) => {
    const [left, top] = places[i]!.split(',');
    return `<path class="mark" transform="translate(${left} ${top})" d="${shapeOf(index)}"><title>${escapeHtml(`${name}, ${point.label}`)}</title></path>`;
  });
  return `<g class="series" style="--colour: var(--series-${index % COLOURS})">${line}${marks.join('')}</g>`;
}

function legendEntry({ name }: PlotSeries, index: number): string {
  return `<li style="--colour: var(--series-${index % COLOURS})"><svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true"><path class="mark" d="${shapeOf(index)}"/></svg>${escapeHtml(name)}</li>`;
}

function shapeOf(index: number): string {
  // Shifted by one in each round of the colours, so that no two series share both.
  return SHAPES[(index + Math.floor(index / COLOURS)) % SHAPES.length]!;
}

/** The next even figure above a value, whose quarters are still easy to read. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10]
    .map((step) => step * power)
    .find((step) => step >= value)!;
}

/** Text as HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
