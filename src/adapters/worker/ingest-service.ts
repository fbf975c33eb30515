import type { IngestedFile, Ingester, IngestOptions, SourceFile } from '../../ports/ingester.ts';
import { packResult, type WireResult } from './wire-error.ts';
import { holdLifeLock, type LivingService } from './worker-life.ts';

/** The ingest worker as the page calls it. Calls carry a number of the page's choosing, by which they are cancelled. */
export interface IngestService extends LivingService {
  ingest(
    call: number,
    file: SourceFile,
    onProgress?: IngestOptions['onProgress'],
  ): Promise<WireResult<IngestedFile>>;
  cancel(call: number): void;
}

/** Worker side: serves an ingester that runs in the worker's own thread. */
export function createIngestService(ingester: Ingester): IngestService {
  const calls = new Map<number, AbortController>();
  return {
    holdLifeLock,
    async ingest(call, file, onProgress) {
      const controller = new AbortController();
      calls.set(call, controller);
      const result = await packResult('FILE_MALFORMED', () =>
        ingester.ingest(file, { signal: controller.signal, onProgress }),
      );
      calls.delete(call);
      return result;
    },
    cancel: (call) => calls.get(call)?.abort(),
  };
}
