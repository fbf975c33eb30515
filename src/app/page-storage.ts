/** The part of `Storage` that the page uses; undefined where the browser forbids even to look. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's own storage: `localStorage` outlives the tab, `sessionStorage` a reload of it. */
export function openStorage(name: 'localStorage' | 'sessionStorage'): PageStorage | undefined {
  try {
    return window[name];
  } catch {
    // Blocked by a privacy setting: nothing is remembered.
    return undefined;
  }
}

/** What was kept at a place; undefined where nothing was, and where the browser refuses to tell. */
export function readKept(storage: PageStorage | undefined, place: string): string | undefined {
  try {
    return storage?.getItem(place) ?? undefined;
  } catch {
    // A page that remembers nothing is worth more than one that does not open.
    return undefined;
  }
}

/** Keeps a text at a place; where the browser refuses (private mode, no room), this page alone knows it. */
export function keep(storage: PageStorage | undefined, place: string, text: string): void {
  try {
    storage?.setItem(place, text);
  } catch {
    // See readKept.
  }
}
