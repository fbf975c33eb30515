import { createWorkerIngester } from '../src/adapters/worker/worker-ingester.ts';
import { toCanopyError } from '../src/core/errors.ts';

const ingester = createWorkerIngester();

/** Reads a file that the script's server hands out, in the app's own worker; errors come back as data. */
async function ingestUrl(name: string, url: string): Promise<unknown> {
  try {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    return { read: await ingester.ingest({ name, bytes }) };
  } catch (thrown) {
    const { code, message, nextStep } = toCanopyError(thrown, 'FILE_MALFORMED');
    return { error: { code, message, nextStep } };
  }
}

Object.assign(window, { ingestUrl });
