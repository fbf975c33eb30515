import { expose } from 'comlink';
import { createFileIngester } from '../src/adapters/ingest/ingest-file.ts';
import { browserPdfRuntime } from '../src/adapters/ingest/pdf/browser-pdf-runtime.ts';
import { createIngestService } from '../src/adapters/worker/ingest-service.ts';
import { createWorkerOcr } from '../src/adapters/worker/worker-ocr.ts';

const ingester = createFileIngester({
  pdf: browserPdfRuntime(),
  images: true,
  // The decoder comes with the first video.
  frames: {
    open: async (...video) => {
      const { mediabunnySampler } = await import('../src/adapters/media/mediabunny-sampler.ts');
      return mediabunnySampler.open(...video);
    },
  },
  ocr: createWorkerOcr(),
});

expose(createIngestService(ingester));
