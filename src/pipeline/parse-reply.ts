/** A JSON object as it comes from a model: nothing about its fields is known. */
export type ReplyObject = Readonly<Record<string, unknown>>;

/**
 * Finds the JSON object in a model's reply, whatever stands around it: code fences, prose, reasoning. Of several, the last
 * that has one of the `fields` counts, since models correct themselves. Undefined when there is none.
 */
export function findJsonObject(reply: string, fields: readonly string[]): ReplyObject | undefined {
  let found: ReplyObject | undefined;
  let position = reply.indexOf('{');
  while (position !== -1) {
    const end = objectEnd(reply, position);
    const parsed = end === -1 ? undefined : parseObject(reply.slice(position, end));
    const fits = parsed !== undefined && fields.some((field) => field in parsed);
    if (fits) found = parsed;
    position = reply.indexOf('{', fits ? end : position + 1);
  }
  return found;
}

/** A text field; null when it is absent, empty, or says in words that there is nothing. */
export function textField(object: ReplyObject, field: string): string | null {
  const value = object[field];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^(|null|none|n\/a|unknown|nothing|-)\.?$/i.test(text) ? null : text;
}

/** Longest query and gap, in UTF-16 units: whoever has more to say repeats itself, and each would be embedded in full. Ours. */
const LONGEST_QUERY = 500;

/** The beginning of what a model wants searched, cut before the word that would make it longer than 500 characters. */
export function shortQuery(text: string): string {
  if (text.length <= LONGEST_QUERY) return text;
  const start = text.slice(0, LONGEST_QUERY + 1);
  const end = start.search(/\s\S*$/);
  if (end > 0) return start.slice(0, end).trimEnd();
  // Writing without spaces is cut where it is full, though not inside a character.
  return start.slice(0, LONGEST_QUERY).replace(/[\uD800-\uDBFF]$/, '');
}

/** As {@link textField}, cut to the length of a query. */
export function queryField(object: ReplyObject, field: string): string | null {
  const text = textField(object, field);
  return text === null ? null : shortQuery(text);
}

/** A yes-or-no field, given as a boolean or in words; undefined when it is neither. */
export function yesNoField(object: ReplyObject, field: string): boolean | undefined {
  const value = object[field];
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^\s*(yes|true)\b/i.test(value)) return true;
  return /^\s*(no|false)\b/i.test(value) ? false : undefined;
}

/** Index after the brace that closes the one at `start`, strings skipped; -1 when it is never closed. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return -1;
}

function parseObject(text: string): ReplyObject | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as ReplyObject) : undefined;
  } catch {
    return undefined;
  }
}
