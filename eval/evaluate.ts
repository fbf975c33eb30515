import { fingerprintKey } from '../src/core/fingerprint.ts';
import { contentBetween, regionPrefix } from '../src/core/region-input.ts';
import { calibrated } from '../src/core/selections/calibrated-default.ts';
import { parentRelative } from '../src/core/selections/parent-relative.ts';
import type { ChatModel } from '../src/ports/chat-model.ts';
import type { Encoder } from '../src/ports/encoder.ts';
import type { Likelihood } from '../src/ports/likelihood.ts';
import { strategyNamed } from '../src/strategies/strategies.ts';
import type { Strategy, StrategyOptions } from '../src/strategies/strategy.ts';
import { createResampler } from './bootstrap.ts';
import { cachedChatModel } from './cached-chat-model.ts';
import { type Comparison, compare } from './compare.ts';
import {
  type Dataset,
  type DatasetQuestion,
  describeProblem,
  listDatasets,
  readDataset,
} from './dataset.ts';
import type { EvalOptions, Mode } from './eval-options.ts';
import { type IndexedQuestions, indexQuestions } from './index-questions.ts';
import { judgesLeaves, leafSweep } from './leaf-sweep.ts';
import { measureAnswer, withTerms } from './measure-answer.ts';
import { measureQuestion, sweepQuestion } from './measure-question.ts';
import { itemRanking } from './rank-items.ts';
import type { Run } from './report-markdown.ts';
import { sampleQuestions } from './sample-questions.ts';
import { questionScorer, type ScoredQuestion } from './scored-questions.ts';
import {
  differences,
  type SetResult,
  type SetStatistics,
  setStatistics,
  summarise,
} from './summarise.ts';
import { type System, systemsNamed } from './systems.ts';
import { openVectorCache } from './vector-cache.ts';

/** What an evaluation works with. */
export interface EvalParts {
  readonly encoder: Encoder;
  /** The same with f0 for the regions too; opened when a system needs it. */
  readonly openFrozen: () => Promise<Encoder>;
  readonly chat?: ChatModel;
  readonly likelihood?: Likelihood;
  /** Resamples of an interval; as many as the paper unless given. */
  readonly resamples?: number;
  /** A line for a person; `progress` lines replace each other. */
  readonly log: (line: string, kind?: 'progress') => void;
}

/** Everything an evaluation found; the file that `--json` writes. */
export interface EvalReport {
  readonly runs: readonly Run[];
  /** The product's default beside each rival, by mode. */
  readonly comparisons: Readonly<Partial<Record<Mode, readonly Comparison[]>>>;
  /** What it was made with, for whoever wants to repeat it. */
  readonly setup: Readonly<Record<string, string | number | boolean>>;
  /** Lines left out, as `file, line, field: what is wrong`. */
  readonly problems: readonly string[];
  /** Questions that a strategy could not answer, with the reason. */
  readonly failures: readonly string[];
}

/** A system or strategy under one mode, with its figures so far. */
interface Entry {
  readonly mode: Mode;
  readonly name: string;
  readonly family: string;
  readonly options: Run['options'];
  readonly sets: SetStatistics[];
}

/** A data set's questions under one encoder. */
interface View {
  readonly indexed: IndexedQuestions;
  readonly score: ReturnType<typeof questionScorer>;
  readonly rank: ReturnType<typeof itemRanking>;
}

/** Evaluates compressors, and strategies where there is a chat model, on the data sets of a folder. */
export async function evaluate(options: EvalOptions, parts: EvalParts): Promise<EvalReport> {
  const systems = options.compressors.flatMap((name) =>
    systemsNamed(name, parts.likelihood === undefined ? {} : { likelihood: parts.likelihood }),
  );
  const evaluation = new Evaluation(options, parts, systems, options.strategies.map(strategyNamed));
  const names =
    options.datasets.length > 0
      ? options.datasets
      : await listDatasets(options.data, options.split);
  for (const choice of names) await evaluation.runSet(choice);
  return evaluation.report();
}

class Evaluation {
  readonly #options: EvalOptions;
  readonly #parts: EvalParts;
  readonly #systems: readonly System[];
  readonly #strategies: readonly Strategy[];
  readonly #resampler;
  readonly #entries = new Map<string, Entry>();
  readonly #problems: string[] = [];
  readonly #failures: string[] = [];
  #frozen: Promise<Encoder> | undefined;

  constructor(
    options: EvalOptions,
    parts: EvalParts,
    systems: readonly System[],
    strategies: readonly Strategy[],
  ) {
    this.#options = options;
    this.#parts = parts;
    this.#systems = systems;
    this.#strategies = strategies;
    this.#resampler = createResampler({
      seed: options.seed,
      ...(parts.resamples === undefined ? {} : { resamples: parts.resamples }),
    });
  }

  async runSet(choice: string): Promise<void> {
    const { data, split, strict, limit, modes } = this.#options;
    const [name = '', count = limit] = choice.split('=');
    const dataset = await readDataset(data, name, split, { strict });
    for (const problem of dataset.problems) {
      this.#problems.push(describeProblem(problem));
      this.#parts.log(`left out: ${describeProblem(problem)}`);
    }
    const usable = dataset.questions.filter(({ goldLevel }) => goldLevel === 'fragment');
    const questions = count === undefined ? usable : sampleQuestions(usable, Number(count));
    if (questions.length === 0) return;
    const tuned = await this.#view(dataset, questions, this.#parts.encoder, '');
    const needsFrozen = this.#systems.some(({ encoder }) => encoder === 'frozen');
    const frozen = needsFrozen
      ? await this.#view(dataset, questions, await this.#openFrozen(), ', frozen')
      : tuned;
    const encodeMs = await this.#timeEncoding(tuned, questions);
    for (const mode of modes) {
      // Scored once for all systems; what only the frozen ones need is not made without them.
      const scoredBy = new Map<View, ScoredQuestion[]>();
      for (const system of this.#systems) {
        this.#parts.log(`${name}, ${mode}: ${system.name}`, 'progress');
        const view = system.encoder === 'frozen' ? frozen : tuned;
        const scored =
          scoredBy.get(view) ?? questions.map((question) => this.#scored(view, question, mode));
        scoredBy.set(view, scored);
        const { family, options } = system;
        const set = await measureSet(name, scored, system, encodeMs);
        this.#add({ mode, name: system.name, family, options }, set);
      }
      await this.#answerSet(name, mode, tuned, questions);
    }
  }

  #openFrozen(): Promise<Encoder> {
    this.#frozen ??= this.#parts.openFrozen();
    return this.#frozen;
  }

  async #view(
    dataset: Dataset,
    questions: readonly DatasetQuestion[],
    encoder: Encoder,
    note: string,
  ): Promise<View> {
    const indexed = await indexQuestions(dataset, questions, encoder, {
      cache: openVectorCache(this.#options.cache),
      branching: this.#options.branching,
      onProgress: (done, total) =>
        this.#parts.log(`${dataset.name}${note}: ${done} of ${total} regions`, 'progress'),
    });
    return { indexed, score: questionScorer(indexed), rank: itemRanking(indexed) };
  }

  #scored({ score, rank }: View, question: DatasetQuestion, mode: Mode): ScoredQuestion {
    return score(question, this.#found(rank, question, mode));
  }

  #found(rank: View['rank'], question: DatasetQuestion, mode: Mode): readonly string[] {
    if (mode === 'pool') return question.itemIds;
    if (mode === 'gold-items') return [...question.gold.keys()];
    return rank(question.id, this.#options.k);
  }

  /** Milliseconds of embedding the leaves of a pool anew, for the first few questions: what a filter does at query time. */
  async #timeEncoding(
    { indexed }: View,
    questions: readonly DatasetQuestion[],
  ): Promise<ReadonlyMap<string, number>> {
    const times = new Map<string, number>();
    for (const question of questions.slice(0, this.#options.timed)) {
      const regions = question.itemIds.flatMap((id) => {
        const { item, leaves } = indexed.items.get(id)!;
        const prefix = regionPrefix(item);
        return Array.from(leaves.starts, (start, leaf) => ({
          prefix,
          content: contentBetween(item, start, leaves.ends[leaf]!),
        }));
      });
      const started = performance.now();
      await this.#parts.encoder.embedRegions(regions);
      times.set(question.id, performance.now() - started);
    }
    return times;
  }

  async #answerSet(
    dataset: string,
    mode: Mode,
    { indexed, score }: View,
    questions: readonly DatasetQuestion[],
  ): Promise<void> {
    const { chat: inner, encoder, log } = this.#parts;
    const { reader, cache, k, rounds } = this.#options;
    if (inner === undefined) return;
    const chat = cachedChatModel(inner, reader?.model ?? inner.name, `${cache}-replies`);
    const items = withTerms(indexed.items);
    for (const { strategy, name, options } of this.#answerers()) {
      const measures: SetResult['measures'][number][] = [];
      for (const [index, question] of questions.entries()) {
        log(`${dataset}, ${mode}: ${name} ${index + 1} of ${questions.length}`, 'progress');
        const own = mode === 'gold-items' ? [...question.gold.keys()] : question.itemIds;
        const searched =
          mode === 'retrieval' ? items : new Map(own.map((id) => [id, items.get(id)!]));
        const onFailure = ({ id }: DatasetQuestion, error: Error) => {
          this.#failures.push(`${dataset}, ${id}, ${name}: ${error.message}`);
        };
        const answerParts = { encoder, chat, score, onFailure };
        const settings = { ...options, k, ...(rounds === undefined ? {} : { rounds }) };
        measures.push(await measureAnswer(question, searched, strategy, answerParts, settings));
      }
      this.#add({ mode, name, family: name, options: { k } }, { dataset, measures });
    }
  }

  /** Every strategy (CANOPY also by the paper's rule), and vanilla RAG once more with every compressor that needs neither gold nor f0. */
  *#answerers(): Generator<{ strategy: Strategy; name: string; options: StrategyOptions }> {
    for (const strategy of this.#strategies) {
      const { name } = strategy;
      if (!name.startsWith('canopy')) yield { strategy, name, options: {} };
      else {
        // As the product has it, and as the paper has it.
        yield { strategy, name, options: { selection: calibrated, rerefine: true } };
        yield { strategy, name: `${name}-paper`, options: { selection: parentRelative } };
      }
    }
    const vanilla = this.#strategies.find(({ name }) => name === 'vanilla-rag');
    if (vanilla === undefined) return;
    for (const { name, family, encoder, make } of this.#systems) {
      if (family.startsWith('gold') || family === 'whole-item' || encoder === 'frozen') continue;
      const compressor = make(() => undefined);
      yield { strategy: vanilla, name: `vanilla-rag + ${name}`, options: { compressor } };
    }
  }

  #add({ mode, name, family, options }: Omit<Entry, 'sets'>, set: SetResult): void {
    const key = `${mode} ${name}`;
    const entry = this.#entries.get(key) ?? { mode, name, family, options, sets: [] };
    entry.sets.push(setStatistics(set, this.#resampler));
    this.#entries.set(key, entry);
  }

  report(): EvalReport {
    const { split, modes, seed, k, branching, baseline, rounds, reader } = this.#options;
    const runs = [...this.#entries.values()].flatMap(({ mode, name, family, options, sets }) => {
      const base = this.#entries.get(`${mode} ${baseline}`)?.sets;
      const common = { split, mode, system: name, family, options };
      return [...sets.map((set) => [set]), sets].map((some, index) => {
        const names = some.map(({ dataset }) => dataset);
        const others = base?.filter(({ dataset }) => names.includes(dataset));
        const compared = name === baseline || others?.length !== some.length ? undefined : others;
        return {
          dataset: index === sets.length ? 'all' : names[0]!,
          ...{ ...common, ...summarise(some) },
          ...(compared === undefined ? {} : { differences: differences(some, compared) }),
        };
      });
    });
    return {
      runs: runs.map(withoutUnsaid),
      comparisons: Object.fromEntries(
        modes.map((mode) => {
          const entries = [...this.#entries.values()].filter((entry) => entry.mode === mode);
          return [mode, compare(entries)];
        }),
      ),
      setup: {
        ...{ seed, k, branching, baseline },
        encoder: fingerprintKey(this.#parts.encoder.fingerprint),
        ...(rounds === undefined ? {} : { rounds }),
        ...(reader === undefined ? {} : { reader: reader.model }),
      },
      problems: this.#problems,
      failures: this.#failures,
    };
  }
}

/** Figures that only a reader gives are left out where there was none. */
const READER_METRICS: readonly string[] = [
  'em',
  'f1',
  'llmCalls',
  'promptTokens',
  'latencyMs',
  'parseFailures',
  'failures',
];

function withoutUnsaid(run: Run): Run {
  const metrics = Object.fromEntries(
    Object.entries(run.metrics).filter(
      ([name, value]) => value !== null || !READER_METRICS.includes(name),
    ),
  ) as Run['metrics'];
  return { ...run, metrics };
}

async function measureSet(
  dataset: string,
  questions: readonly ScoredQuestion[],
  system: System,
  encodeMs: ReadonlyMap<string, number>,
): Promise<SetResult> {
  const measures: SetResult['measures'][number][] = [];
  for (const question of questions) {
    measures.push(await measureQuestion(question, system, encodeMs.get(question.question.id)));
  }
  const { sweep } = system;
  if (sweep === undefined) return { dataset, measures };
  const curves = questions.map((question) =>
    judgesLeaves(sweep.selection)
      ? leafSweep(question, sweep.selection, sweep.positions)
      : sweepQuestion(question, sweep),
  );
  return { dataset, measures, curves };
}
