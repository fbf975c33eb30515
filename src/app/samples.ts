import * as v from 'valibot';
import { CanopyError } from '../core/errors.ts';
import type { Collection, IncomingFile } from './collection.ts';
import type { SettingsStorage } from './settings.ts';

const SampleList = v.array(v.object({ name: v.string(), bytes: v.number() }));
const PLACE = 'canopy.samples';

/**
 * Adds the sample files on the very first visit. A person who removed them does not get them again.
 *
 * @throws CanopyError `FILE_MALFORMED` when the list of samples cannot be read.
 */
export async function addSamplesOnce(
  collection: Collection,
  storage: SettingsStorage | undefined,
  baseUrl: string,
): Promise<void> {
  const state = collection.get();
  if (state.status !== 'open' || state.files.length > 0 || wasHere(storage)) return;
  const response = await fetch(`${baseUrl}samples/index.json`);
  const list = v.safeParse(SampleList, response.ok ? await response.json() : undefined);
  if (!list.success) {
    throw new CanopyError('FILE_MALFORMED', 'The list of sample files could not be read.', {
      nextStep: 'Add files of your own, or reload the page.',
    });
  }
  collection.add(list.output.map((sample) => sampleFile(sample, baseUrl)));
  remember(storage);
}

function sampleFile(sample: { name: string; bytes: number }, baseUrl: string): IncomingFile {
  return {
    name: sample.name,
    size: sample.bytes,
    arrayBuffer: async () => {
      const response = await fetch(`${baseUrl}samples/${sample.name}`);
      if (response.ok) return response.arrayBuffer();
      throw new CanopyError('FILE_MALFORMED', `${sample.name} could not be loaded.`, {
        nextStep: 'Try again, or remove it.',
      });
    },
  };
}

function wasHere(storage: SettingsStorage | undefined): boolean {
  try {
    return storage?.getItem(PLACE) != null;
  } catch {
    // A storage that refuses remembers nothing: the samples come again.
    return false;
  }
}

function remember(storage: SettingsStorage | undefined): void {
  try {
    storage?.setItem(PLACE, 'added');
  } catch {
    // See wasHere.
  }
}
