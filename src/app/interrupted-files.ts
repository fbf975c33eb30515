import * as v from 'valibot';
import { type CollectionFile, isUnderWay } from './collection-state.ts';
import type { SettingsStorage } from './settings.ts';

const PLACE = 'canopy.interrupted';
const Names = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Adds the files that wait or are being read to those written down, for the page that comes after a reload or in another
 * tab: it cannot open them itself.
 */
export function rememberInterrupted(
  storage: SettingsStorage | undefined,
  files: readonly CollectionFile[],
): void {
  try {
    const names = files.filter(isUnderWay).map(({ name }) => name);
    const known = v.safeParse(Names, storage?.getItem(PLACE));
    const all = new Set([...(known.success ? known.output : []), ...names]);
    storage?.setItem(PLACE, JSON.stringify([...all]));
  } catch {
    // A storage that refuses remembers nothing: the files are simply not there.
  }
}

/** The names that {@link rememberInterrupted} wrote, once. */
export function takeInterrupted(storage: SettingsStorage | undefined): readonly string[] {
  try {
    const names = v.safeParse(Names, storage?.getItem(PLACE));
    storage?.setItem(PLACE, '[]');
    return names.success ? names.output : [];
  } catch {
    // See rememberInterrupted.
    return [];
  }
}
