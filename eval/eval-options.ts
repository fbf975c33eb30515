import { parseArgs } from 'node:util';
import { BRANCHING, RETRIEVED_ITEMS } from '../src/core/defaults.ts';
import { CanopyError } from '../src/core/errors.ts';
import { strategies } from '../src/strategies/strategies.ts';
import { DEFAULT_SYSTEMS, SYSTEM_NAMES } from './systems.ts';

/** Where a question's items come from: its own pool, the k best of all items, or its gold items. */
const MODES = ['pool', 'retrieval', 'gold-items'] as const;

/** One of {@link MODES}. */
export type Mode = (typeof MODES)[number];

/** What an evaluation is asked to do. */
export interface EvalOptions {
  readonly data: string;
  /** Data sets, each as `NAME` or `NAME=N` for a seeded sample of N questions; all of the folder when empty. */
  readonly datasets: readonly string[];
  readonly split: string;
  readonly limit: number | undefined;
  readonly modes: readonly Mode[];
  readonly compressors: readonly string[];
  readonly strategies: readonly string[];
  /** The system that the others are compared with, question by question. */
  readonly baseline: string;
  readonly k: number;
  readonly branching: number;
  readonly rounds: number | undefined;
  readonly seed: number;
  readonly strict: boolean;
  readonly cache: string;
  /** Questions per data set whose pools are embedded again to time what a filter would do at query time. */
  readonly timed: number;
  readonly reader: { readonly url: string; readonly model: string } | undefined;
  readonly likelihood: string | undefined;
  readonly encoder: { readonly folder: string; readonly dtype: string; readonly threads: number };
  readonly frozen: boolean;
  readonly json: string | undefined;
  readonly html: string | undefined;
  readonly list: boolean;
}

/** What `--list` prints. */
export function listing(): string {
  return [
    `compressors: ${SYSTEM_NAMES.join(', ')}`,
    `strategies (need --reader): ${strategies.map(({ name }) => name).join(', ')}`,
  ].join('\n');
}

/**
 * Reads the command line.
 *
 * @throws CanopyError `INVALID_ARGUMENT` naming what is wrong.
 */
export function parseEvalOptions(argv: readonly string[]): EvalOptions {
  const values = parse(argv);
  const modes = values.mode.map((mode) => {
    const found = MODES.find((known) => known === mode);
    if (found === undefined)
      throw invalid(`There is no mode ${mode}.`, `Choose from ${MODES.join(', ')}.`);
    return found;
  });
  const reader =
    values.reader === undefined
      ? undefined
      : { url: values.reader, model: values.model ?? 'local' };
  if (reader === undefined && values.strategy !== undefined) {
    throw invalid('Strategies need a language model.', 'Name one with --reader URL --model NAME.');
  }
  return {
    data: values.data,
    datasets: values.dataset ?? [],
    split: values.split,
    limit: values.limit === undefined ? undefined : whole('limit', values.limit, 1),
    modes,
    compressors: values.compressor ?? (values.strategy === undefined ? DEFAULT_SYSTEMS : []),
    strategies: values.strategy ?? (reader === undefined ? [] : strategies.map(({ name }) => name)),
    baseline: values.baseline,
    k: whole('k', values.k, 1),
    branching: whole('branching', values.branching, 2),
    rounds: values.rounds === undefined ? undefined : whole('rounds', values.rounds, 1),
    seed: whole('seed', values.seed, 0),
    strict: values.strict,
    cache: values.cache,
    timed: whole('timed', values.timed, 0),
    reader,
    likelihood: values.likelihood,
    encoder: {
      folder: values.encoder,
      dtype: values.dtype,
      threads: whole('threads', values.threads, 1),
    },
    frozen: values.frozen,
    json: values.json,
    html: values.html,
    list: values.list,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string', default: '../shared/data' },
        dataset: { type: 'string', multiple: true },
        split: { type: 'string', default: 'dev' },
        limit: { type: 'string' },
        mode: { type: 'string', multiple: true, default: ['pool'] },
        compressor: { type: 'string', multiple: true },
        strategy: { type: 'string', multiple: true },
        baseline: { type: 'string', default: 'whole-item' },
        k: { type: 'string', default: String(RETRIEVED_ITEMS) },
        branching: { type: 'string', default: String(BRANCHING) },
        rounds: { type: 'string' },
        seed: { type: 'string', default: '1' },
        strict: { type: 'boolean', default: false },
        cache: { type: 'string', default: '.cache/vectors' },
        timed: { type: 'string', default: '3' },
        reader: { type: 'string' },
        model: { type: 'string' },
        likelihood: { type: 'string' },
        encoder: { type: 'string', default: 'public/models/all-minilm-l6-v2' },
        dtype: { type: 'string', default: 'w8' },
        threads: { type: 'string', default: '1' },
        frozen: { type: 'boolean', default: false },
        json: { type: 'string' },
        html: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw invalid(cause instanceof Error ? cause.message : String(cause), 'See eval/README.md.');
  }
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw invalid(`--${name} ${text} is not a whole number.`, `Give one of at least ${least}.`);
}

function invalid(message: string, nextStep: string): CanopyError {
  return new CanopyError('INVALID_ARGUMENT', message, { nextStep });
}
