import * as v from 'valibot';
import { type CollectionFile, isUnderWay } from './collection-state.ts';
import type { SettingsStorage } from './settings.ts';

const PLACE = 'canopy.interrupted';
const Names = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Writes down which files wait or are being read, for the page that comes after a reload: it cannot open them itself. */
export function rememberInterrupted(
  storage: SettingsStorage | undefined,
  files: readonly CollectionFile[],
): void {
  try {
    const names = files.filter(isUnderWay).map(({ name }) => name);
    storage?.setItem(PLACE, JSON.stringify(names));
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
