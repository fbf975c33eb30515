/**
 * Reads files as large as people have them and watches the memory: `npx tsx --expose-gc bench/large-files.ts [pdf] [video]`. A
 * PDF of 300 pages is read and indexed in Node, an hour of film with captions in a headless Chromium; both are made up here.
 */
import { createFileIngester } from '../src/adapters/ingest/ingest-file.ts';
import { nodePdfRuntime } from '../src/adapters/ingest/pdf/node-pdf-runtime.ts';
import { column, makePdf } from '../src/adapters/ingest/pdf/pdf.fixture.ts';
import { createHashEncoder } from '../src/adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../src/adapters/memory/memory-region-store.ts';
import { indexDocument } from '../src/pipeline/index-document.ts';
import { runBenchPage } from './bench-page.ts';
import type { VideoMeasurement } from './large/page.ts';

const PAGES = 300;
const LINES = 55;
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

function longPdf(): Uint8Array<ArrayBuffer> {
  return makePdf(
    Array.from({ length: PAGES }, (_, page) => ({
      texts: [
        { text: `Chapter ${page + 1}`, x: 60, y: 740, size: 18, font: 'bold' as const },
        ...column(
          Array.from({ length: LINES }, (_, line) => {
            const number = page * LINES + line;
            return `Sentence ${number} says what station ${number % 97} measured on day ${number % 365}.`;
          }),
          60,
          710,
        ),
      ],
    })),
  );
}

/** Memory that is in use after what can be freed is freed, where Node was started with `--expose-gc`. */
function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function measurePdf(): Promise<void> {
  const bytes = longPdf();
  console.log(`PDF: ${PAGES} pages, ${(bytes.length / 1e6).toFixed(1)} MB`);
  const store = createMemoryRegionStore();
  const started = performance.now();
  let told = -1;
  let events = 0;
  const indexing = indexDocument(
    { name: 'long.pdf', bytes },
    {
      ingester: createFileIngester({ pdf: nodePdfRuntime() }),
      encoder: createHashEncoder(),
      store,
    },
  );
  for await (const event of indexing) {
    events += 1;
    if (event.type === 'reading' && event.parts !== undefined) {
      const tenth = Math.floor((10 * event.parts.done) / event.parts.total);
      if (tenth === told) continue;
      told = tenth;
      console.log(`  page ${event.parts.done}: ${megabytes(memoryInUse())} MB in use`);
    }
    if (event.type === 'indexed') {
      const seconds = (performance.now() - started) / 1000;
      const { leaves, itemIds } = event.document;
      console.log(
        `  indexed: ${itemIds.length} items, ${leaves} sentences, ${seconds.toFixed(1)} s, ${events} events of progress, ${megabytes(memoryInUse())} MB in use with the index`,
      );
    }
  }
}

async function measureVideo(): Promise<void> {
  const found = await runBenchPage<VideoMeasurement>(
    'large/index.html',
    'measureVideo',
    'measureVideo()',
  );
  console.log(`Film: one hour, 640 × 360, ${found.megabytes.toFixed(1)} MB, ${found.clips} clips`);
  console.log(
    `  read in ${found.readSeconds.toFixed(1)} s, ${found.segments} captions, ${found.taken} frames looked at, at most ${found.mostHeld} held at a time, ${found.progressCalls} reports of progress`,
  );
  console.log(
    `  frames for an encoder that sees: ${found.framesSeconds.toFixed(1)} s, at most ${found.mostPerClip} at a time`,
  );
  console.log(`  script memory by tenths: ${found.heap.map(megabytes).join(', ')} MB`);
}

const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('pdf')) await measurePdf();
if (wanted.length === 0 || wanted.includes('video')) await measureVideo();
