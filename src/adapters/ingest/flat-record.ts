import { CanopyError } from '../../core/errors.ts';

/** A record with its values as text, nested ones under names such as `address.city`. */
export type FlatRecord = ReadonlyMap<string, string>;

/** Values inside one another at most; deeper ones are shown as JSON. */
const DEEPEST = 6;

/** Flattens a JSON object; lists of plain values are joined, lists of objects stay JSON. */
export function flattenRecord(value: object): FlatRecord {
  const flat = new Map<string, string>();
  addFields(flat, '', value, 0);
  return flat;
}

function addFields(flat: Map<string, string>, prefix: string, value: object, depth: number): void {
  for (const [key, field] of Object.entries(value)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isRecord(field) && depth < DEEPEST) addFields(flat, name, field, depth + 1);
    else flat.set(name, showValue(field));
  }
}

/**
 * A JSON value as a person would write it in a cell.
 *
 * @throws CanopyError `FILE_TOO_COMPLEX` when values stand thousands deep in one another.
 */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null)) {
    return value.map(showValue).join(', ');
  }
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new CanopyError('FILE_TOO_COMPLEX', 'Its values are nested too deep to be shown.', {
      nextStep: 'Take the part you need out of the file and add that.',
      cause,
    });
  }
}

/** Whether a JSON value is an object with names, no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
