import * as v from 'valibot';
import { CanopyError } from '../core/errors.ts';
import type { Collection } from './collection.ts';
import type { CollectionFile } from './collection-state.ts';
import type { IncomingFile } from './incoming-file.ts';
import { keep, type PageStorage, readKept } from './page-storage.ts';

const SampleList = v.array(v.object({ name: v.string(), bytes: v.number() }));
const KeptSamples = v.pipe(v.string(), v.parseJson(), SampleList);
const PLACE = 'canopy.samples';

/** A file of the sample library. */
export interface Sample {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Adds the sample files on the very first visit, and those that a reload interrupted. A person who removed them does not
 * get them again. Returns the names of the interrupted files that are no samples.
 *
 * @throws CanopyError `FILE_MALFORMED` when the list of samples cannot be read.
 */
export async function addSamplesOnce(
  collection: Collection,
  storage: PageStorage | undefined,
  baseUrl: string,
  interrupted: readonly string[] = [],
): Promise<readonly string[]> {
  const { status, files } = collection.get();
  const known = knownSamples(storage);
  const cut = known.filter(({ name }) => interrupted.includes(name));
  const others = interrupted.filter((name) => !cut.some((sample) => sample.name === name));
  collection.add(cut.map((sample) => sampleFile(sample, baseUrl)));
  if (status !== 'open' || files.length > 0 || readKept(storage, PLACE) !== undefined)
    return others;
  await addSamples(collection, storage, baseUrl);
  return others;
}

/**
 * Adds the sample files, whether they were here before or not.
 *
 * @throws CanopyError `FILE_MALFORMED` when the list of samples cannot be read.
 */
export async function addSamples(
  collection: Pick<Collection, 'add'>,
  storage: PageStorage | undefined,
  baseUrl: string,
): Promise<void> {
  const response = await fetch(`${baseUrl}samples/index.json`);
  const list = v.safeParse(SampleList, response.ok ? await response.json() : undefined);
  if (!list.success) {
    throw new CanopyError('FILE_MALFORMED', 'The list of sample files could not be read.', {
      nextStep: 'Add files of your own, or reload the page.',
    });
  }
  collection.add(list.output.map((sample) => sampleFile(sample, baseUrl)));
  keep(storage, PLACE, JSON.stringify(list.output));
}

/** The samples that were added to this browser's collection at some time. */
export function knownSamples(storage: PageStorage | undefined): readonly Sample[] {
  const kept = v.safeParse(KeptSamples, readKept(storage, PLACE));
  return kept.success ? kept.output : [];
}

/** Those of the files that are samples, by name and size. */
export function sampleFiles(
  files: readonly CollectionFile[],
  samples: readonly Sample[],
): CollectionFile[] {
  return files.filter((file) =>
    samples.some(({ name, bytes }) => name === file.name && bytes === file.bytes),
  );
}

function sampleFile(sample: Sample, baseUrl: string): IncomingFile {
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
