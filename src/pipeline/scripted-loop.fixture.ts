import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import type { IndexedItem } from '../core/indexed-item.ts';
import type { Item } from '../core/item.ts';
import type { AnswerEvent, Verdict } from './answer-events.ts';
import { type AnswerDependencies, type AnswerOptions, answerQuestion } from './answer-question.ts';
import type { CriticRequest } from './critic.ts';
import { embedItems, planItem } from './embed-items.ts';
import type { ReaderRequest } from './reader.ts';

/** The encoder of the scripted loop. */
export const encoder = createHashEncoder();

function passage(id: string, sentences: readonly string[]): Item {
  let end = -1;
  return {
    id,
    modality: 'text',
    title: id,
    headingPath: [],
    provenance: { source: `${id}.txt` },
    text: sentences.join(' '),
    sentences: sentences.map((sentence) => {
      const start = end + 1;
      end = start + sentence.length;
      return [start, end] as const;
    }),
  };
}

const items: readonly Item[] = [
  passage('castle', ['The castle was built by the duke.', 'It has nine towers.', 'Bring boots.']),
  passage('duke', ['The duke was born in Telč.', 'He liked pears.']),
  {
    id: 'table',
    modality: 'table',
    title: 'table',
    headingPath: [],
    provenance: { source: 'table.csv' },
    columns: ['Castle', 'Towers'],
    rows: [
      ['North', '4'],
      ['South', '9'],
    ],
  },
];

/** A verdict that the evidence lacks something. */
export const insufficient = (missing: string | null, followUp: string | null): Verdict => ({
  rationale: '',
  answer: null,
  sufficient: false,
  missing,
  followUp,
  parsed: true,
});
/** A verdict that the evidence is enough. */
export const sufficient: Verdict = {
  rationale: '',
  answer: 'x',
  sufficient: true,
  missing: null,
  followUp: null,
  parsed: true,
};

/** What the parts of a scripted loop find, judge and say. */
export interface Script {
  /** Ids found for each query; other queries find nothing. */
  readonly finds: Readonly<Record<string, readonly string[]>>;
  readonly verdicts?: readonly (Verdict | Error)[];
  readonly answer?: readonly string[];
  readonly tableKind?: 'aggregate' | 'lookup' | Error;
}

/** The loop over scripted parts; what each was asked is kept. */
export async function setUp({
  finds,
  verdicts = [],
  answer = ['Yes.'],
  tableKind = 'lookup',
}: Script) {
  const indexed = new Map<string, IndexedItem>();
  for await (const event of embedItems(
    items.map((item) => planItem(item)!),
    encoder,
  )) {
    if (event.type !== 'items') continue;
    for (const entry of event.items) indexed.set(entry.item.id, entry);
  }
  const asked = {
    queries: [] as string[],
    ks: [] as number[],
    critic: [] as CriticRequest[],
    reader: [] as ReaderRequest[],
    table: [] as string[],
  };
  const usage = { promptTokens: 10, completionTokens: 2 };
  const cost = { calls: 1, usage };
  const dependencies: AnswerDependencies = {
    encoder: {
      fingerprint: encoder.fingerprint,
      embedQuery: (query, options) => {
        asked.queries.push(query);
        return encoder.embedQuery(query, options);
      },
    },
    retriever: {
      retrieve: (_, k) => {
        asked.ks.push(k);
        const ids = finds[asked.queries.at(-1)!] ?? [];
        return Promise.resolve(ids.map((itemId) => ({ itemId, score: 0.5 })));
      },
    },
    store: { getItems: (ids) => Promise.resolve(ids.map((id) => indexed.get(id))) },
    critic: {
      judge: (request) => {
        const verdict = verdicts[asked.critic.length] ?? sufficient;
        asked.critic.push(request);
        return verdict instanceof Error
          ? Promise.reject(verdict)
          : Promise.resolve({ verdict, cost });
      },
    },
    reader: {
      name: 'scripted',
      extractive: false,
      async *read(request) {
        asked.reader.push(request);
        yield* answer;
        return cost;
      },
    },
    tableQuestion: {
      classify: (question) => {
        asked.table.push(question);
        if (tableKind instanceof Error) return Promise.reject(tableKind);
        return Promise.resolve({ kind: tableKind, reason: 'scripted', cost });
      },
    },
    now: () => 0,
  };
  const run = async (options: AnswerOptions = {}) => {
    const events: AnswerEvent[] = [];
    for await (const event of answerQuestion('Who built it?', dependencies, options))
      events.push(event);
    return events;
  };
  return { asked, dependencies, run };
}

/** The types of events, in order. */
export const types = (events: readonly AnswerEvent[]) => events.map(({ type }) => type);
