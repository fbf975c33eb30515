import { countLeafTokens } from '../src/core/evidence-forest.ts';
import { fingerprintKey } from '../src/core/fingerprint.ts';
import type { IndexedItem } from '../src/core/indexed-item.ts';
import { buildRegionTree, regionCount } from '../src/core/region-tree.ts';
import { quantise } from '../src/core/similarity.ts';
import { embedItems, embedWholes, type PlannedItem } from '../src/pipeline/embed-items.ts';
import type { Encoder } from '../src/ports/encoder.ts';
import type { Dataset, DatasetQuestion } from './dataset.ts';
import { itemKey, queryKey, type VectorCache, wholeItemKey } from './vector-cache.ts';

/** Questions with everything that a selection needs of them. */
export interface IndexedQuestions {
  readonly name: string;
  readonly questions: readonly DatasetQuestion[];
  readonly items: ReadonlyMap<string, IndexedItem>;
  /** Unit vectors of the questions, by question id. */
  readonly queries: ReadonlyMap<string, Float32Array>;
  /** Milliseconds that embedding took in this call, and regions it took them for; cached ones cost nothing. */
  readonly encodeMs: number;
  readonly encodedRegions: number;
}

/** How to index. */
export interface IndexOptions {
  readonly cache: VectorCache;
  readonly branching?: number;
  /** Called after each group of regions with all regions to embed. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Those questions whose pool and text are in the cache already, indexed without an encoder. */
export async function cachedQuestions(
  dataset: Dataset,
  fingerprint: string,
  { cache, branching }: Pick<IndexOptions, 'cache' | 'branching'>,
): Promise<IndexedQuestions> {
  const items = new Map<string, IndexedItem>();
  const queries = new Map<string, Float32Array>();
  const questions: DatasetQuestion[] = [];
  for (const question of dataset.questions) {
    const vector = await cache.readQuery(queryKey(question.question, fingerprint));
    if (vector === undefined) continue;
    for (const id of question.itemIds.filter((itemId) => !items.has(itemId))) {
      const { item, leaves } = dataset.items.get(id)!;
      const vectors = await cache.readItem(itemKey(item, leaves, fingerprint));
      if (vectors === undefined) break;
      const tree = buildRegionTree(leaves.starts.length, branching);
      const leafTokens = countLeafTokens({ item, leaves });
      const whole = await cache.readItem(wholeItemKey(item, leaves, fingerprint));
      const found = whole === undefined ? {} : { whole };
      items.set(id, { item, leaves, leafTokens, tree, vectors, ...found, fingerprint });
    }
    if (!question.itemIds.every((id) => items.has(id))) continue;
    questions.push(question);
    queries.set(question.id, vector);
  }
  return { name: dataset.name, questions, items, queries, encodeMs: 0, encodedRegions: 0 };
}

/** Items embedded whole in one call. */
const WHOLES_PER_CALL = 64;

/** Gives items that were cached without it their vector by the query encoder, where the encoder has one. */
async function addWholes(
  items: Map<string, IndexedItem>,
  encoder: Encoder,
  { cache, signal }: IndexOptions,
): Promise<void> {
  if (encoder.embedItems === undefined) return;
  const bare: IndexedItem[] = [];
  for (const [id, indexed] of items) {
    if (indexed.whole !== undefined) continue;
    const { item, leaves, fingerprint } = indexed;
    const whole = await cache.readItem(wholeItemKey(item, leaves, fingerprint));
    if (whole === undefined) bare.push(indexed);
    else items.set(id, { ...indexed, whole });
  }
  for (let from = 0; from < bare.length; from += WHOLES_PER_CALL) {
    const group = bare.slice(from, from + WHOLES_PER_CALL);
    const batch = await embedWholes(group, encoder, signal === undefined ? {} : { signal });
    const { dimensions, data } = batch!;
    for (const [row, indexed] of group.entries()) {
      const { item, leaves, fingerprint } = indexed;
      const own = data.subarray(row * dimensions, (row + 1) * dimensions);
      const whole = quantise({ rows: 1, dimensions, data: own });
      await cache.writeItem(wholeItemKey(item, leaves, fingerprint), whole);
      items.set(item.id, { ...indexed, whole });
    }
  }
}

/** Embeds the pools and texts of questions, whatever the cache does not hold yet; an interrupted run resumes. */
export async function indexQuestions(
  dataset: Dataset,
  questions: readonly DatasetQuestion[],
  encoder: Encoder,
  options: IndexOptions,
): Promise<IndexedQuestions> {
  const { cache, signal } = options;
  const call = signal === undefined ? {} : { signal };
  const fingerprint = fingerprintKey(encoder.fingerprint);
  const items = new Map<string, IndexedItem>();
  const missing: PlannedItem[] = [];
  for (const id of new Set(questions.flatMap(({ itemIds }) => itemIds))) {
    const { item, leaves } = dataset.items.get(id)!;
    const tree = buildRegionTree(leaves.starts.length, options.branching);
    const vectors = await cache.readItem(itemKey(item, leaves, fingerprint));
    if (vectors === undefined) missing.push({ item, leaves, tree });
    else {
      const leafTokens = countLeafTokens({ item, leaves });
      items.set(id, { item, leaves, leafTokens, tree, vectors, fingerprint });
    }
  }
  const total = missing.reduce((sum, { tree }) => sum + regionCount(tree), 0);
  const started = performance.now();
  let [done, encodedRegions] = [0, 0];
  for await (const event of embedItems(missing, encoder, call)) {
    if (event.type === 'progress') continue;
    for (const indexed of event.items) {
      items.set(indexed.item.id, indexed);
      const { item, leaves, whole } = indexed;
      await cache.writeItem(itemKey(item, leaves, fingerprint), indexed.vectors);
      if (whole !== undefined) {
        await cache.writeItem(wholeItemKey(item, leaves, fingerprint), whole);
      }
      done += regionCount(indexed.tree);
    }
    encodedRegions += event.encoded;
    options.onProgress?.(done, total);
  }
  await addWholes(items, encoder, options);
  const encodeMs = performance.now() - started;
  const queries = new Map<string, Float32Array>();
  for (const { id, question } of questions) {
    const key = queryKey(question, fingerprint);
    const known = await cache.readQuery(key);
    const vector = known ?? (await encoder.embedQuery(question, call));
    if (known === undefined) await cache.writeQuery(key, vector);
    queries.set(id, vector);
  }
  return { name: dataset.name, questions, items, queries, encodeMs, encodedRegions };
}
