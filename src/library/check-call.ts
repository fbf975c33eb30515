import { CanopyError } from '../core/errors.ts';
import type { Indexable, PoolEntry } from './options.ts';

/**
 * Refuses options that are none, and values in them that can never be: these are what programs without types get wrong.
 * Names and the dial are looked at by `checkSystem`.
 *
 * @throws CanopyError `INVALID_ARGUMENT`, naming the option and what is expected of it.
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw wrong('the options', 'an object', options);
  const { signal, documents, k, rounds, endpoint, selection, compressor, strategy } = options;
  checkCount('k', k);
  checkCount('rounds', rounds);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw wrong('signal', 'an AbortSignal', signal);
  }
  if (documents !== undefined && !(Array.isArray(documents) && documents.every(isString))) {
    throw wrong('documents', 'a list of document ids', documents);
  }
  checkPart('selection', selection, 'select');
  checkPart('compressor', compressor, 'compress');
  checkPart('strategy', strategy, 'answer');
  checkEndpoint(endpoint);
}

/**
 * Refuses a question or an id that is no string; an empty question is another matter.
 *
 * @param name is what it is called to the caller.
 * @throws CanopyError `INVALID_ARGUMENT`.
 */
export function checkString(name: string, value: unknown): void {
  if (!isString(value)) throw wrong(name, 'a string', value);
}

/**
 * The entries of a pool as a list.
 *
 * @throws CanopyError `INVALID_ARGUMENT` when they are no list, or for one that is neither an item nor a text.
 */
export function checkedEntries(entries: Iterable<PoolEntry>): readonly PoolEntry[] {
  if (!isIterable(entries)) throw wrong('entries', 'a list of { text } or items', entries);
  const list = [...entries];
  for (const [place, entry] of list.entries()) checkEntry(`entries[${place}]`, entry);
  return list;
}

/**
 * What is to be indexed, one by one, each looked at when its turn comes.
 *
 * @throws CanopyError `INVALID_ARGUMENT` for what is no file, item or text.
 */
export function* checkedSources(input: Indexable | Iterable<Indexable>): Generator<Indexable> {
  if (!isIterable(input)) {
    checkSource('the input', input);
    yield input;
    return;
  }
  let place = 0;
  for (const entry of input) {
    checkSource(`input[${place++}]`, entry);
    yield entry;
  }
}

/**
 * Refuses a store that is neither one of these names nor an object that is one.
 *
 * @throws CanopyError `INVALID_ARGUMENT`.
 */
export function checkStore(store: unknown, names: readonly string[]): void {
  if (isString(store) && names.includes(store)) return;
  if (isObject(store) && typeof store.listDocuments === 'function') return;
  const expected = `${names.map((name) => `“${name}”`).join(', ')} or a store of your own`;
  // Said of a name that is right elsewhere.
  const isElsewhere = store === 'indexeddb';
  throw wrong('store', expected, store, isElsewhere ? ' IndexedDB is there in browsers only.' : '');
}

/**
 * Refuses what is no description of an encoder and no encoder either.
 *
 * @throws CanopyError `INVALID_ARGUMENT`.
 */
export function checkEncoder(encoder: unknown): void {
  if (!isObject(encoder)) throw wrong('encoder', 'an object', encoder);
}

function checkSource(name: string, entry: unknown): void {
  if (entry instanceof Blob) {
    if (!('name' in entry && isString(entry.name))) throw wrong(name, 'a File with a name', entry);
  } else if (isObject(entry) && 'bytes' in entry) {
    if (!isString(entry.name) || entry.name === '') {
      throw wrong(`name of ${name}`, 'a string such as “notes.txt”', entry.name);
    }
    if (!(entry.bytes instanceof Uint8Array)) {
      throw wrong(`bytes of ${name}`, 'a Uint8Array', entry.bytes);
    }
  } else checkEntry(name, entry, 'a File, { name, bytes }, an item or { text }');
}

/** What each kind of item must hold, and what that is called. */
const CONTENT: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  text: { text: isString },
  image: { text: isString },
  table: { columns: Array.isArray, rows: isTable },
  video: { segments: Array.isArray },
};

function checkEntry(name: string, entry: unknown, expected = 'an item or { text }'): void {
  if (!isObject(entry)) throw wrong(name, expected, entry);
  if (!('modality' in entry)) {
    checkString(`text of ${name}`, entry.text);
    for (const part of ['id', 'title', 'source']) {
      if (entry[part] !== undefined) checkString(`${part} of ${name}`, entry[part]);
    }
    return;
  }
  const content = isString(entry.modality) ? CONTENT[entry.modality] : undefined;
  if (content === undefined) {
    throw wrong(`modality of ${name}`, Object.keys(CONTENT).join(', '), entry.modality);
  }
  checkString(`title of ${name}`, entry.title);
  for (const [part, isRight] of Object.entries({ ...content, headingPath: Array.isArray })) {
    if (!isRight(entry[part])) throw wrong(`${part} of ${name}`, 'as an item has it', entry[part]);
  }
  const { provenance } = entry;
  checkString(`provenance.source of ${name}`, isObject(provenance) ? provenance.source : null);
}

function checkCount(name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return;
  throw new CanopyError('INVALID_ARGUMENT', `${name} cannot be ${shown(value)}.`, {
    nextStep: 'Give a whole number from 1 up, or leave it out.',
  });
}

/** A part is chosen by name, or is an object that does the work. */
function checkPart(name: string, value: unknown, method: string): void {
  if (value === undefined || isString(value)) return;
  if (isObject(value) && typeof value[method] === 'function') return;
  throw wrong(name, `a name or an object with ${method}()`, value);
}

function checkEndpoint(endpoint: unknown): void {
  if (endpoint === undefined) return;
  if (!isObject(endpoint)) throw wrong('endpoint', '{ url, model } or a chat model', endpoint);
  if (typeof endpoint.stream === 'function') return;
  checkString('url of the endpoint', endpoint.url);
  checkString('model of the endpoint', endpoint.model);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.every(Array.isArray);
}

/** A string can be walked through as well, and is no list. */
function isIterable<Entry>(value: unknown): value is Iterable<Entry> {
  return isObject(value) && Symbol.iterator in value;
}

function wrong(name: string, expected: string, value: unknown, hint = ''): CanopyError {
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be ${shown(value)}.`;
  return new CanopyError('INVALID_ARGUMENT', message, {
    nextStep: `Expected: ${expected}.${hint}`,
  });
}

/** A value in words, shortened: whole texts do not belong into messages. */
function shown(value: unknown): string {
  if (isString(value)) return `“${value.slice(0, 40)}”`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'this object' : String(value);
}
