import * as v from 'valibot';

const Span = v.pipe(
  v.tuple([v.number(), v.number()]),
  v.check(
    ([start, end]) => start >= 0 && end > start,
    'must be a pair [start, end] with 0 <= start < end',
  ),
);
const Offsets = v.pipe(
  Span,
  v.check(
    ([start, end]) => Number.isInteger(start) && Number.isInteger(end),
    'must be whole numbers',
  ),
);
const Id = v.pipe(v.string(), v.nonEmpty('must not be empty'));
const Row = v.pipe(v.number(), v.integer(), v.minValue(0));

const base = { id: Id, title: v.string(), licence: v.optional(v.string()) };

/** An item as a data folder writes it: text, table or video. */
export const RawItem = v.variant('modality', [
  v.object({
    ...base,
    modality: v.literal('text'),
    text: v.pipe(v.string(), v.regex(/\S/, 'must not be blank')),
    leaves: v.optional(v.pipe(v.array(Offsets), v.nonEmpty('must not be empty'))),
  }),
  v.object({
    ...base,
    modality: v.literal('table'),
    caption: v.optional(v.string()),
    columns: v.array(v.string()),
    rows: v.pipe(v.array(v.array(v.string())), v.nonEmpty('must not be empty')),
  }),
  v.object({
    ...base,
    modality: v.literal('video'),
    duration: v.pipe(v.number(), v.minValue(0.001)),
    segments: v.array(v.object({ start: v.number(), end: v.number(), text: v.string() })),
  }),
]);
/** See the schema of the same name. */
export type RawItem = v.InferOutput<typeof RawItem>;

/** The evidence of one item as a data folder writes it: spans of a text, rows of a table, or times of a video. */
export const RawGold = v.pipe(
  v.object({
    item: Id,
    spans: v.optional(v.array(Offsets)),
    cells: v.optional(v.array(v.tuple([Row, v.number()]))),
    rows: v.optional(v.array(Row)),
    times: v.optional(v.array(Span)),
    segments: v.optional(v.array(Row)),
  }),
  v.check(
    (gold) =>
      [gold.spans, gold.cells, gold.rows, gold.times, gold.segments].some((list) => list?.length),
    'names no span, row, time or segment',
  ),
);
/** See the schema of the same name. */
export type RawGold = v.InferOutput<typeof RawGold>;

/** One line of `<name>.<split>.jsonl.gz`. */
export const RawQuestion = v.object({
  id: Id,
  dataset: v.string(),
  split: v.string(),
  question: v.pipe(v.string(), v.regex(/\S/, 'must not be blank')),
  answers: v.array(v.string()),
  question_type: v.optional(v.string(), ''),
  items: v.pipe(v.array(v.union([Id, RawItem])), v.nonEmpty('must not be empty')),
  gold: v.pipe(v.array(RawGold), v.nonEmpty('must not be empty')),
  gold_level: v.optional(v.literal('item')),
});
/** See the schema of the same name. */
export type RawQuestion = v.InferOutput<typeof RawQuestion>;
