import { afterAll, beforeAll, expect, it } from 'vitest';
import { privateDocument } from '../../e2e/fixtures/private-document.ts';
import { type ReaderServer, startReaderServer } from '../../e2e/reader-server.ts';
import { createEgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import { fileIngester } from '../adapters/ingest/ingest-file.ts';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createMemoryRegionStore } from '../adapters/memory/memory-region-store.ts';
import { createVectorRetriever } from '../adapters/memory/vector-retriever.ts';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { AnswerEvent } from './answer-events.ts';
import { answerQuestion } from './answer-question.ts';
import { modelCritic } from './critic.ts';
import { indexDocument } from './index-document.ts';
import { modelReader } from './reader.ts';
import { modelTableQuestion } from './table-question.ts';

const diary = privateDocument();
let server: ReaderServer;
beforeAll(async () => {
  server = await startReaderServer();
});
afterAll(() => server.close());

it('is a document of 200 different sentences, of which five are private', () => {
  expect(new Set(diary.sentences).size).toBe(200);
  expect(diary.privateSentences).toHaveLength(5);
  for (const sentence of [...diary.privateSentences, diary.evidence]) {
    expect(diary.text.split(sentence)).toHaveLength(2);
  }
  for (const word of diary.privateWords) expect(diary.text.split(word)).toHaveLength(2);
});

it('sends the evidence of a question and none of the private sentences', async () => {
  const encoder = createHashEncoder({ dimensions: 1024 });
  const store = createMemoryRegionStore();
  const file = { name: diary.name, bytes: new TextEncoder().encode(diary.text) };
  for await (const event of indexDocument(file, { ingester: fileIngester, encoder, store })) {
    if (event.type === 'indexed') expect(event.document.leaves).toBe(200);
  }
  server.script((request) => {
    if (request.purpose === 'reader') {
      const mark = new RegExp(`\\[(\\d+)\\] [^\\n]*on ${diary.answer} and`).exec(
        request.prompt,
      )?.[1];
      return `It was damaged on ${diary.answer} [${mark}].`;
    }
    return '{"rationale": "It is stated.", "answer": "day 37", "sufficient": true, "missing": null, "query": null}';
  });
  const ledger = createEgressLedger();
  const model = createOpenAiChatModel({ baseUrl: server.url, model: 'test', key: 'k', ledger });
  const events: AnswerEvent[] = [];
  const answering = answerQuestion(diary.question, {
    encoder,
    store,
    retriever: createVectorRetriever(store, fingerprintKey(encoder.fingerprint)),
    critic: modelCritic(model),
    reader: modelReader(model),
    tableQuestion: modelTableQuestion(model),
  });
  for await (const event of answering) events.push(event);

  expect(server.requests.map(({ purpose }) => purpose)).toEqual(['critic', 'reader']);
  for (const { body } of server.requests) {
    expect(body).toContain(diary.evidence);
    for (const sentence of diary.privateSentences) expect(body).not.toContain(sentence);
    for (const word of diary.privateWords) expect(body).not.toContain(word);
  }
  // What the ledger shows is what arrived, byte for byte.
  expect(ledger.entries().map(({ body }) => body)).toEqual(server.requests.map(({ body }) => body));

  // Two of them stood in what was retrieved: pruning, not luck, kept them here.
  const first = events[0];
  if (first?.type !== 'retrieved') throw new Error('Nothing was retrieved.');
  const ids = first.items.map(({ itemId }) => itemId);
  const retrieved = await store.getItems(ids, fingerprintKey(encoder.fingerprint));
  const texts = retrieved.map((found) => (found?.item.modality === 'text' ? found.item.text : ''));
  const inRetrieved = diary.privateSentences.filter((sentence) => texts.join().includes(sentence));
  expect(inRetrieved).toHaveLength(2);

  const done = events.at(-1);
  if (done?.type !== 'done') throw new Error('The answer did not come to its end.');
  expect(done.summary).toMatchObject({ modelCalls: 2, rounds: 1, extractive: false });
  // What the answer says it sent is what the ledger counts.
  const sent = ledger.entries().reduce((sum, { tokens }) => sum + tokens, 0);
  expect(done.summary.sentTokens).toBe(sent);
  expect(done.summary.citations.map(({ quote }) => quote)).toEqual([diary.evidence]);
  expect(done.summary.keptTokens).toBeLessThan(done.summary.wholeTokens);
});
