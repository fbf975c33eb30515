import { RETRIEVED_ITEMS } from '../core/defaults.ts';
import { throwIfAborted } from '../core/errors.ts';
import { capEvidence } from '../core/evidence-cap.ts';
import type { EvidenceForest } from '../core/evidence-forest.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Modality } from '../core/item.ts';
import { termsOf } from '../core/lexical.ts';
import { pieceForest } from '../core/piece-forest.ts';
import { leafCount } from '../core/region-tree.ts';
import { comparedTokens } from '../core/render-evidence.ts';
import { keepLeaves } from '../core/selections/keep-leaves.ts';
import { cosines } from '../core/similarity.ts';
import type { AnswerEvent, CompressedItem } from '../pipeline/answer-events.ts';
import { checkQuestion } from '../pipeline/check-question.ts';
import { citationsOf } from '../pipeline/citations.ts';
import {
  addCosts,
  completeChat,
  costOfCall,
  type ModelCost,
  NO_COST,
} from '../pipeline/model-cost.ts';
import { readerMessages } from '../pipeline/prompts.ts';
import { withWords } from '../pipeline/reader.ts';
import {
  asRetrieved,
  checkSpaces,
  embedInSpaces,
  searchRouted,
} from '../pipeline/search-spaces.ts';
import type { ChatMessage, ChatPurpose } from '../ports/chat-model.ts';
import type { Compression, Compressor, CompressorItem } from '../ports/compressor.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { StrategyDependencies, StrategyOptions } from './strategy.ts';
import { watchReplies } from './watch-replies.ts';

/** Keeps every item whole. */
const whole: Compressor = {
  name: 'whole-item',
  compress: (pool) =>
    pool.map(({ tree }) => keepLeaves(tree, new Uint8Array(leafCount(tree)).fill(1))),
};

/** One question on its way through a strategy: the evidence so far and what it cost. */
export class StrategyRun {
  readonly question: string;
  /** In the order of retrieval; each item once. */
  compressed: readonly CompressedItem[] = [];
  /** Where a compressor gave the reader's order: place by item id. */
  readonly places = new Map<string, number>();
  cost: ModelCost = NO_COST;
  readonly #dependencies: StrategyDependencies;
  readonly #options: StrategyOptions;
  readonly #watched: ReturnType<typeof watchReplies>;
  readonly #started: number;
  readonly #fingerprint: string;

  /** Throws `QUESTION_EMPTY`. */
  constructor(question: string, dependencies: StrategyDependencies, options: StrategyOptions) {
    checkQuestion(question);
    this.question = question;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#watched = watchReplies(dependencies.model);
    this.#started = (dependencies.now ?? Date.now)();
    this.#fingerprint = fingerprintKey(dependencies.encoder.fingerprint);
  }

  get call(): CallOptions {
    return this.#options.signal === undefined ? {} : { signal: this.#options.signal };
  }

  get items(): ReadonlyMap<string, IndexedItem> {
    return new Map(this.compressed.map(({ indexed }) => [indexed.item.id, indexed]));
  }

  /** Kept text of every item, capped, in the order in which the reader gets it. */
  get evidence(): EvidenceForest[] {
    const place = ({ indexed }: CompressedItem) => this.places.get(indexed.item.id) ?? 0;
    return capEvidence([...this.compressed].sort((a, b) => place(a) - place(b)));
  }

  /** Asks the model and waits for the whole reply. */
  async ask(
    purpose: ChatPurpose,
    messages: readonly ChatMessage[],
    { maxTokens, json = false }: { readonly maxTokens: number; readonly json?: boolean },
  ): Promise<string> {
    throwIfAborted(this.#options.signal);
    const request = { purpose, messages, maxTokens, ...(json ? { json } : {}) };
    const { text, cost } = await completeChat(this.#watched.model, request, this.call);
    this.cost = addCosts(this.cost, cost);
    return text;
  }

  /** Retrieves with a query and yields what was found; returns those items, known or not, with their scores. */
  async *retrieve(
    query: string,
    round: number,
    modalities?: readonly Modality[],
  ): AsyncGenerator<AnswerEvent, CompressorItem[]> {
    const { encoder, store } = this.#dependencies;
    const k = this.#options.k ?? RETRIEVED_ITEMS;
    throwIfAborted(this.#options.signal);
    // A query made by one device is not compared with regions made by another.
    checkSpaces([{ encoder }], [this.#fingerprint]);
    const asked = await embedInSpaces(query, [this.#dependencies], this.call);
    const options = { ...this.call, round, modalities };
    const found = await searchRouted(asked, k, [this.#dependencies], store, options);
    yield { type: 'retrieved', round, query, items: asRetrieved(found) };
    const vector = asked.vectors.get(this.#fingerprint)!;
    const terms = termsOf(query);
    return found.map(({ indexed }) => ({
      ...{ indexed, tree: indexed.tree, leafTokens: indexed.leafTokens },
      ...{ modality: indexed.item.modality, vectors: indexed.vectors },
      scores: cosines(vector, indexed.vectors),
      ...(indexed.terms === undefined ? {} : { lexical: { terms: indexed.terms, query: terms } }),
    }));
  }

  /** Compresses those items that are new, puts them to the evidence and yields all of it. */
  async *add(
    found: readonly CompressorItem[],
    query: string,
    round: number,
  ): AsyncGenerator<AnswerEvent, void> {
    const known = this.items;
    const pool = found.filter(({ indexed }) => !known.has(indexed.item.id));
    const compressor = this.#options.compressor ?? whole;
    yield this.put(pool, await compressor.compress(pool, query, this.call), round);
  }

  /** Puts compressed items to the evidence; one that is there already is replaced. */
  put(
    pool: readonly CompressorItem[],
    compressions: readonly Compression[],
    round: number,
  ): AnswerEvent {
    const all = new Map(this.compressed.map((entry) => [entry.indexed.item.id, entry]));
    const added: string[] = [];
    for (const [index, { indexed, scores, lexical }] of pool.entries()) {
      const selection = compressions[index]!;
      const { id } = indexed.item;
      if (!all.has(id)) added.push(id);
      if (selection.place !== undefined) this.places.set(id, selection.place);
      const terms = lexical === undefined ? {} : { queryTerms: lexical.query };
      const forest = pieceForest(indexed, selection);
      all.set(id, { indexed, round, scores, ...terms, selection, forest });
    }
    this.compressed = [...all.values()];
    return { type: 'compressed', round, evidence: this.compressed, added };
  }

  /** Lets the reader answer from the evidence; `messages` where it is not the usual prompt. */
  async *read(
    rounds: number,
    messages?: readonly ChatMessage[],
  ): AsyncGenerator<AnswerEvent, void> {
    const { evidence } = this;
    yield { type: 'reading', evidence };
    throwIfAborted(this.#options.signal);
    const prompt = messages ?? readerMessages(this.question, evidence);
    const request = { purpose: 'reader', messages: prompt } as const;
    const { model } = this.#watched;
    const reply = withWords(model.name, model.stream(request, this.call));
    let answer = '';
    try {
      for (;;) {
        const step = await reply.next();
        if (step.done) {
          this.cost = addCosts(this.cost, costOfCall(prompt, step.value));
          break;
        }
        answer += step.value;
        yield { type: 'answer-delta', text: step.value };
      }
    } finally {
      await reply.return(undefined);
    }
    yield this.done(answer, rounds, evidence);
  }

  /** The last event. */
  done(answer: string, rounds: number, evidence: readonly EvidenceForest[]): AnswerEvent {
    const { whole: wholeTokens, kept } = comparedTokens([...this.items.values()], evidence);
    const { now = Date.now, model } = this.#dependencies;
    return {
      type: 'done',
      summary: {
        ...{ answer, rounds, wholeTokens, keptTokens: kept },
        citations: citationsOf(answer, evidence, this.items),
        modelCalls: this.cost.calls,
        seconds: (now() - this.#started) / 1000,
        reader: model.name,
        extractive: false,
        parseFailures: this.#watched.failures(),
        ...(this.cost.sentTokens === undefined ? {} : { sentTokens: this.cost.sentTokens }),
        ...(this.cost.usage === undefined ? {} : { usage: this.cost.usage }),
      },
    };
  }
}
