import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { CanopyError } from '../src/core/errors.ts';
import type { Item, Leaves } from '../src/core/item.ts';
import { segmentItem } from '../src/core/segment-item.ts';
import { RawItem, RawQuestion } from './data-format.ts';
import { type FieldProblem, goldLeaves } from './gold-leaves.ts';
import { readLines } from './read-lines.ts';

/** A line that could not be used, named so that it can be found. */
export interface LineProblem extends FieldProblem {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** An item of a data set with its leaves. */
export interface DatasetItem {
  readonly item: Item;
  readonly leaves: Leaves;
  /** The item's own licence, where the data set gives one per item. */
  readonly licence?: string;
}

/** A question with its pool and the gold fragments of its gold items. */
export interface DatasetQuestion {
  readonly id: string;
  readonly dataset: string;
  readonly split: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly questionType: string;
  /** `item`: only whole gold items are known. */
  readonly goldLevel: 'fragment' | 'item';
  /** The pool, in the order of the data set. */
  readonly itemIds: readonly string[];
  /** Gold leaves by item id, ascending. */
  readonly gold: ReadonlyMap<string, Int32Array>;
}

/** One data set's split: questions, the items of their pools, and the lines left out. */
export interface Dataset {
  readonly name: string;
  readonly split: string;
  readonly questions: readonly DatasetQuestion[];
  readonly items: ReadonlyMap<string, DatasetItem>;
  readonly problems: readonly LineProblem[];
}

/** How to read a data set. */
export interface ReadOptions {
  /** Throw `FILE_MALFORMED` at the first line that cannot be used instead of counting it. */
  readonly strict?: boolean;
  /** Most questions to read, from the top. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Names of the data sets of a folder that have the split, in alphabetical order. */
export async function listDatasets(folder: string, split: string): Promise<string[]> {
  const suffix = new RegExp(`^(.+)\\.${split}\\.jsonl(\\.gz)?$`);
  const files = await readdir(folder);
  return [...new Set(files.flatMap((file) => suffix.exec(file)?.[1] ?? []))].sort();
}

/**
 * Reads `<name>.<split>.jsonl[.gz]` and, where it exists, `<name>.items.jsonl[.gz]` (format: the data folder's README).
 *
 * @throws CanopyError `FILE_MALFORMED` when the files are missing or unreadable, or, with `strict`, at the first bad line.
 */
export async function readDataset(
  folder: string,
  name: string,
  split: string,
  options: ReadOptions = {},
): Promise<Dataset> {
  const problems: LineProblem[] = [];
  const report = (problem: LineProblem) => {
    if (options.strict === true) throw malformed(problem);
    problems.push(problem);
  };
  const catalogue = new Map<string, RawItem>();
  const itemFile = find(folder, `${name}.items.jsonl`);
  if (itemFile !== undefined) {
    for await (const { line, text } of readLines(itemFile, options.signal)) {
      const raw = parse(RawItem, text);
      const problem = 'field' in raw ? raw : define(catalogue, raw.value);
      if (problem !== undefined) report({ file: basename(itemFile), line, ...problem });
    }
  }
  const questionFile = find(folder, `${name}.${split}.jsonl`);
  if (questionFile === undefined) {
    throw new CanopyError(
      'FILE_MALFORMED',
      `There is no ${name}.${split}.jsonl.gz in the data folder.`,
    );
  }
  const items = new Map<string, DatasetItem>();
  const questions: DatasetQuestion[] = [];
  const ids = new Set<string>();
  for await (const { line, text } of readLines(questionFile, options.signal)) {
    if (questions.length >= (options.limit ?? Number.POSITIVE_INFINITY)) break;
    const raw = parse(RawQuestion, text);
    const question = 'field' in raw ? raw : link(raw.value, catalogue, items);
    if ('field' in question) report({ file: basename(questionFile), line, ...question });
    else if (ids.has(question.id)) {
      report({ file: basename(questionFile), line, field: 'id', message: 'was used before' });
    } else {
      ids.add(question.id);
      questions.push(question);
    }
  }
  return { name, split, questions, items, problems };
}

/** One line for a person: where it is and what is wrong with it. */
export function describeProblem({ file, line, field, message }: LineProblem): string {
  return `${file}, line ${line}, ${field}: ${message}`;
}

function malformed(problem: LineProblem): CanopyError {
  return new CanopyError('FILE_MALFORMED', describeProblem(problem), {
    nextStep: 'Correct the line, or run without --strict to leave it out.',
  });
}

function find(folder: string, file: string): string | undefined {
  return [`${file}.gz`, file].map((name) => join(folder, name)).find((path) => existsSync(path));
}

function parse<Output>(
  schema: v.GenericSchema<unknown, Output>,
  text: string,
): { readonly value: Output } | FieldProblem {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { field: 'line', message: 'is not JSON' };
  }
  const result = v.safeParse(schema, json, { abortEarly: true });
  if (result.success) return { value: result.output };
  const [issue] = result.issues;
  return { field: v.getDotPath(issue) ?? 'line', message: issue.message };
}

function define(catalogue: Map<string, RawItem>, raw: RawItem): FieldProblem | undefined {
  if (raw.modality === 'text') {
    let before = 0;
    for (const [start, end] of raw.leaves ?? []) {
      if (start < before || end > raw.text.length) {
        return { field: 'leaves', message: `[${start}, ${end}] overlaps or leaves the text` };
      }
      before = end;
    }
  }
  const known = catalogue.get(raw.id);
  if (known !== undefined && contentOf(known) !== contentOf(raw)) {
    return { field: 'id', message: `${raw.id} names two different items` };
  }
  if (known === undefined) catalogue.set(raw.id, raw);
  return undefined;
}

function contentOf(raw: RawItem): string {
  if (raw.modality === 'text') return raw.text;
  return JSON.stringify(raw.modality === 'table' ? raw.rows : raw.segments);
}

function link(
  raw: RawQuestion,
  catalogue: Map<string, RawItem>,
  items: Map<string, DatasetItem>,
): DatasetQuestion | FieldProblem {
  const itemIds: string[] = [];
  for (const [index, entry] of raw.items.entries()) {
    if (typeof entry !== 'string') {
      const problem = define(catalogue, entry);
      if (problem !== undefined) return { ...problem, field: `items.${index}.${problem.field}` };
    }
    const id = typeof entry === 'string' ? entry : entry.id;
    const definition = catalogue.get(id);
    if (definition === undefined) {
      return { field: `items.${index}`, message: `there is no item ${id}` };
    }
    if (!items.has(id)) items.set(id, toDatasetItem(definition, raw.dataset));
    if (!itemIds.includes(id)) itemIds.push(id);
  }
  const gold = new Map<string, Int32Array>();
  for (const [index, entry] of raw.gold.entries()) {
    const known = items.get(entry.item);
    if (known === undefined || !itemIds.includes(entry.item)) {
      return { field: `gold.${index}.item`, message: `${entry.item} is not in the pool` };
    }
    const leaves = goldLeaves(known.item, known.leaves, entry);
    if ('field' in leaves) return { ...leaves, field: `gold.${index}.${leaves.field}` };
    const before = gold.get(entry.item) ?? [];
    gold.set(entry.item, Int32Array.from(new Set([...before, ...leaves])).sort());
  }
  const { id, dataset, split, question, answers } = raw;
  return {
    ...{ id, dataset, split, question, answers, itemIds, gold },
    questionType: raw.question_type,
    goldLevel: raw.gold_level ?? 'fragment',
  };
}

function toDatasetItem(raw: RawItem, dataset: string): DatasetItem {
  const item = toItem(raw, dataset);
  const leaves = segmentItem(item);
  return { item, leaves, ...(raw.licence === undefined ? {} : { licence: raw.licence }) };
}

function toItem(raw: RawItem, dataset: string): Item {
  const base = {
    id: raw.id,
    title: raw.title,
    headingPath: [],
    provenance: { source: dataset },
  };
  switch (raw.modality) {
    case 'text':
      return {
        ...base,
        modality: 'text',
        text: raw.text,
        ...(raw.leaves === undefined ? {} : { sentences: raw.leaves }),
      };
    case 'table':
      return {
        ...base,
        modality: 'table',
        columns: raw.columns,
        rows: raw.rows,
        ...(raw.caption === undefined ? {} : { caption: raw.caption }),
      };
    case 'video':
      return { ...base, modality: 'video', durationSeconds: raw.duration, segments: raw.segments };
  }
}
