import { createWorkerIngester } from '../src/adapters/worker/worker-ingester.ts';
import { toCanopyError } from '../src/core/errors.ts';
import type { SourceFile } from '../src/ports/ingester.ts';

/** A file that the script's server hands out. */
interface Place {
  readonly name: string;
  readonly url: string;
}

const ingester = createWorkerIngester();

/** Reads the first of these files, the others belonging to it, in the app's own worker; errors come back as data. */
async function ingestUrls(places: readonly Place[]): Promise<unknown> {
  try {
    const [file, ...companions] = await Promise.all(places.map(fetched));
    return { read: await ingester.ingest({ ...file!, companions }) };
  } catch (thrown) {
    const { code, message, nextStep } = toCanopyError(thrown, 'FILE_MALFORMED');
    return { error: { code, message, nextStep } };
  }
}

async function fetched({ name, url }: Place): Promise<SourceFile> {
  return { name, bytes: new Uint8Array(await (await fetch(url)).arrayBuffer()) };
}

Object.assign(window, { ingestUrls });
