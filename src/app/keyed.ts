/** A value of a list with a React key that stays with it: the value and how often it came before. */
export interface Keyed<T> {
  readonly key: string;
  readonly value: T;
  readonly index: number;
}

/** Gives each value of a list that may repeat itself its own key; `name` says what tells values apart. */
export function keyed<T>(
  values: readonly T[],
  name: (value: T) => string = String,
): readonly Keyed<T>[] {
  const seen = new Map<string, number>();
  return values.map((value, index) => {
    const base = name(value);
    const times = seen.get(base) ?? 0;
    seen.set(base, times + 1);
    return { key: `${base}#${times}`, value, index };
  });
}
