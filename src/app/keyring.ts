/**
 * The keys of one address field, each bound to the origin it was typed for. They are held in the memory of this tab
 * alone, so that a key is never sent to another origin and is there again when the address comes back to its own.
 */
export interface Keyring {
  /** The person typed this key while the address stood so; an empty one is forgotten. */
  typed(url: string, key: string): void;
  /** The address changed: the key that goes with it, empty where none does. */
  moved(url: string): string;
  /** The address is done being edited: a key typed before there was one is bound to it. */
  given(url: string): void;
  /** Another endpoint was chosen, not another address for this one: its key, and nothing counts as left behind. */
  switched(url: string): string;
  /** Host of the key that was left behind when the address changed, until another key takes its place. */
  leftBehind(): string | undefined;
}

/** A keyring that begins with the key of an address. */
export function createKeyring(url: string, key: string): Keyring {
  const keys = new Map<string, string>();
  let now = originOf(url);
  // Typed while there was no address to bind it to.
  let unbound = '';
  let left: string | undefined;
  const bind = (origin: string | undefined, typed: string) => {
    if (origin === undefined) unbound = typed;
    else if (typed === '') keys.delete(origin);
    else keys.set(origin, typed);
  };
  bind(now, key);
  const moved = (address: string) => {
    if (now !== undefined && keys.has(now)) left = now;
    now = originOf(address);
    const found = unbound === '' && now !== undefined ? (keys.get(now) ?? '') : unbound;
    if (found !== '') left = undefined;
    return found;
  };
  return {
    typed: (address, typed) => {
      now = originOf(address);
      unbound = '';
      left = undefined;
      bind(now, typed);
    },
    moved,
    switched: (address) => {
      unbound = '';
      const found = moved(address);
      left = undefined;
      return found;
    },
    given: (address) => {
      const origin = originOf(address);
      if (unbound === '' || origin === undefined) return;
      keys.set(origin, unbound);
      unbound = '';
    },
    leftBehind: () => (left === undefined ? undefined : new URL(left).host),
  };
}

/** Scheme, host and port of an address; undefined for what is none yet, such as `localhost:8000`. */
function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  return origin === 'null' ? undefined : origin;
}
