import * as v from 'valibot';
import { type CollectionFile, isUnderWay } from './collection-state.ts';
import { keep, type PageStorage, readKept } from './page-storage.ts';

const PLACE = 'canopy.interrupted';
const Names = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Adds the files that wait or are being read to those written down, for the page that comes after a reload or in another
 * tab: it cannot open them itself.
 */
export function rememberInterrupted(
  storage: PageStorage | undefined,
  files: readonly CollectionFile[],
): void {
  const names = files.filter(isUnderWay).map(({ name }) => name);
  keep(storage, PLACE, JSON.stringify([...new Set([...namesIn(storage), ...names])]));
}

/** The names that {@link rememberInterrupted} wrote, once. */
export function takeInterrupted(storage: PageStorage | undefined): readonly string[] {
  const names = namesIn(storage);
  keep(storage, PLACE, '[]');
  return names;
}

function namesIn(storage: PageStorage | undefined): readonly string[] {
  const names = v.safeParse(Names, readKept(storage, PLACE));
  return names.success ? names.output : [];
}
