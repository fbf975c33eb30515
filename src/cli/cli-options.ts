import { type ParseArgsConfig, parseArgs } from 'node:util';
import { COMPRESSOR_NAMES, type CompressorName } from '../compressors/compressor-names.ts';
import { CanopyError } from '../core/errors.ts';
import { type SelectionName, selections } from '../library/selections.ts';
import { STRATEGY_NAMES, type StrategyName } from '../strategies/strategy-names.ts';

/** What the command line was asked for. */
export interface CliOptions {
  readonly question: string;
  readonly files: readonly string[];
  readonly json: boolean;
  /** No progress and no figures: failures only on standard error. */
  readonly quiet: boolean;
  readonly k?: number;
  readonly rounds?: number;
  readonly dial?: number;
  readonly selection?: SelectionName;
  readonly compressor?: CompressorName;
  readonly strategy?: StrategyName;
  /** Folder of an encoder's manifest. */
  readonly encoder?: string;
  readonly url?: string;
  readonly model?: string;
  /** Name of the environment variable that holds the endpoint's key. */
  readonly keyEnv: string;
}

/** How the command line is used. */
export const USAGE = `canopy – keep what a question needs of your files, on this machine

  canopy compress -q QUESTION FILES…      evidence on standard output, token figures on standard error
  canopy ask      -q QUESTION FILES…      an answer: quotations, or a model's with --url and --model
  canopy assets   FOLDER                  copies workers, runtimes and models for a web page to serve

  -q, --question TEXT    what the evidence is for
      --json             everything as one JSON object
      --quiet            nothing but failures on standard error: no progress, no figures
      --keep NUMBER      position of the dial of the selection or compressor; with "calibrated" the share
                         of the evidence that should stay, from 0.5 (least) to 1
      --selection NAME   the rule that cuts: ${Object.keys(selections).join(', ')}
      --compressor NAME  what cuts in its place: ${COMPRESSOR_NAMES.slice(0, 5).join(', ')},
                         ${COMPRESSOR_NAMES.slice(5).join(', ')}
      --strategy NAME    way of answering (ask only; all but canopy need --url):
                         ${STRATEGY_NAMES.slice(0, 5).join(', ')},
                         ${STRATEGY_NAMES.slice(5).join(', ')}
      --k NUMBER         items to retrieve (10)
      --rounds NUMBER    rounds at most (3; ask only)
      --url ADDRESS      OpenAI-compatible endpoint; the question and the evidence go there (ask only)
      --model NAME       its model (ask only)
      --key-env NAME     environment variable that holds its key (CANOPY_API_KEY; ask only)
      --encoder FOLDER   another encoder than the one that comes with Canopy

Files: text, Markdown, CSV, TSV, HTML, PDF, DOCX, XLSX, captions, JSON and mail. Pictures, scans and videos are read
in the browser only: the page reads them.
Exit status: 0 done, 1 something failed (it is said on standard error), 2 wrong use.
`;

const OPTIONS = {
  question: { type: 'string', short: 'q' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  keep: { type: 'string' },
  selection: { type: 'string' },
  compressor: { type: 'string' },
  strategy: { type: 'string' },
  k: { type: 'string' },
  rounds: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  'key-env': { type: 'string' },
  encoder: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

/** What only `ask` has a use for. */
const ASK_ONLY = ['strategy', 'rounds', 'url', 'model', 'key-env'] as const;

/**
 * Reads the words after `compress` or `ask`.
 *
 * @throws CanopyError `INVALID_ARGUMENT` with a sentence for the person at the terminal.
 */
export function parseCliOptions(command: 'compress' | 'ask', args: readonly string[]): CliOptions {
  const { values, positionals } = parse(args);
  const idle = ASK_ONLY.find((name) => values[name] !== undefined);
  if (command === 'compress' && idle !== undefined) {
    throw misuse(`compress has no use for --${idle}: it belongs to ask.`);
  }
  const { question, json = false, quiet = false, url, model, encoder } = values;
  const { selection, compressor, strategy } = values;
  if (question === undefined || question.trim() === '') throw misuse('Give a question with -q.');
  if (positionals.length === 0) throw misuse('Name at least one file.');
  if ((url === undefined) !== (model === undefined)) {
    throw misuse('--url and --model belong together.');
  }
  return {
    ...{ question, files: positionals, json, quiet },
    keyEnv: values['key-env'] ?? 'CANOPY_API_KEY',
    ...definedNumbers({
      dial: numberOf('--keep', values.keep, (value) => Number.isFinite(value)),
      k: numberOf('--k', values.k, isCount),
      rounds: numberOf('--rounds', values.rounds, isCount),
    }),
    ...(selection === undefined ? {} : { selection: nameOf('selection', SELECTIONS, selection) }),
    ...(compressor === undefined
      ? {}
      : { compressor: nameOf('compressor', COMPRESSOR_NAMES, compressor) }),
    ...(strategy === undefined ? {} : { strategy: nameOf('strategy', STRATEGY_NAMES, strategy) }),
    ...(url === undefined ? {} : { url }),
    ...(model === undefined ? {} : { model }),
    ...(encoder === undefined ? {} : { encoder }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw misuse(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(name: string, text: string | undefined, isValid: (value: number) => boolean) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && isValid(value)) return value;
  throw misuse(`${name} cannot be “${text}”.`);
}

const isCount = (value: number) => Number.isInteger(value) && value >= 1;

function definedNumbers<Key extends string>(values: Record<Key, number | undefined>) {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Partial<Record<Key, number>>;
}

const SELECTIONS = Object.keys(selections) as SelectionName[];

function nameOf<Name extends string>(kind: string, names: readonly Name[], wanted: string): Name {
  const found = names.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw misuse(`There is no ${kind} called “${wanted}”.`);
}

function misuse(message: string): CanopyError {
  return new CanopyError('INVALID_ARGUMENT', message, { nextStep: 'See canopy --help.' });
}
