import { afterEach, describe, expect, it } from 'vitest';
import type { Ocr } from '../../ports/ocr.ts';
import { createWorkerOcr } from './worker-ocr.ts';

const opened: Ocr[] = [];
const open = () => {
  const ocr = createWorkerOcr();
  opened.push(ocr);
  return ocr;
};
afterEach(async () => {
  for (const ocr of opened.splice(0)) await ocr.dispose();
});

interface Page {
  readonly lines: readonly string[];
  readonly radians?: number;
  readonly ink?: string;
  readonly paper?: string;
}

/** A picture of lines of text, 24 pixels high and 60 apart. */
function page({ lines, radians = 0, ink = '#000', paper = '#fff' }: Page): ImageData {
  const [width, height] = [760, 60 * lines.length + 160];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ink;
  context.font = '24px "Liberation Serif", serif';
  context.translate(width / 2, height / 2);
  context.rotate(radians);
  context.translate(-width / 2, -height / 2);
  for (const [row, line] of lines.entries()) context.fillText(line, 80, 100 + row * 60);
  return context.getImageData(0, 0, width, height);
}

const LINES = [
  'The pump was serviced on 14 March 2023.',
  'It now draws 3,105 kWh a year, 18% less.',
  'Ms. Okafor signed the report on page 7.',
];

describe('the OCR worker', { timeout: 60_000 }, () => {
  it('reads lines in order, with how sure it is and where they stand', async () => {
    const progress: number[] = [];
    const { lines } = await open().recognise(page({ lines: LINES }), {
      onProgress: (done) => progress.push(done),
    });
    expect(lines.map(({ text }) => text)).toEqual(LINES);
    for (const [row, { confidence, box }] of lines.entries()) {
      expect(confidence).toBeGreaterThan(0.8);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(Math.abs(box.x - 80)).toBeLessThan(6);
      expect(Math.abs(box.y + box.height - (106 + row * 60))).toBeLessThan(10);
    }
    expect(progress.length).toBeGreaterThan(2);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBeLessThanOrEqual(1);
  });

  it('straightens a skewed page and says where the lines stood before', async () => {
    const { lines } = await open().recognise(page({ lines: LINES, radians: 0.06 }));
    expect(lines.map(({ text }) => text)).toEqual(LINES);
    // The page was turned about its middle: the first line's middle went right, the last one's left.
    const middles = lines.map(({ box }) => box.y + box.height / 2);
    expect(middles[0]!).toBeLessThan(middles[1]!);
    expect(lines[0]!.box.x).toBeGreaterThan(lines[2]!.box.x);
  });

  it('reads white on dark, and finds nothing on an empty page', async () => {
    const ocr = open();
    const slide = await ocr.recognise(page({ lines: LINES, ink: '#fff', paper: '#223' }));
    expect(slide.lines.map(({ text }) => text)).toEqual(LINES);
    expect((await ocr.recognise(page({ lines: [] }))).lines).toEqual([]);
  });

  it('stops at once when cancelled, also what waits, and reads the next picture', async () => {
    const ocr = open();
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort() };
    const reading = ocr.recognise(page({ lines: LINES }), options);
    const waiting = ocr.recognise(page({ lines: LINES }), { signal: controller.signal });
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await ocr.recognise(page({ lines: LINES }))).lines).toHaveLength(3);
  });
});
