import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import { RunnableLambda } from '@langchain/core/runnables';
import { describe, expect, it } from 'vitest';
import { COPPER, PENGUINS, QUESTION, zooCanopy } from '../../library/zoo.fixture.ts';
import { CanopyDocumentCompressor, CanopyRetriever } from './canopy-langchain.ts';

describe('CanopyDocumentCompressor', () => {
  it('keeps metadata and verbatim words, and says what was kept', async () => {
    const compressor = new CanopyDocumentCompressor({
      ...{ canopy: zooCanopy(), selection: 'flat-m', dial: 1 },
    });
    expect(BaseDocumentCompressor.isBaseDocumentCompressor(compressor)).toBe(true);
    const metadata = { source: 'zoo.txt', page: 3 };
    const documents = [new Document({ pageContent: PENGUINS, metadata, id: 'p' })];
    const [kept] = await compressor.compressDocuments(documents, QUESTION);
    expect(kept).toBeInstanceOf(Document);
    expect(kept).toMatchObject({
      ...{ id: 'p', pageContent: 'The king penguin lays one egg in summer.\n[…]' },
      metadata: { ...metadata, canopy: { spans: [[0, 40]] } },
    });
    expect(documents[0]?.pageContent).toBe(PENGUINS);
  });

  it('leaves out documents that the query does not need', async () => {
    const canopy = zooCanopy({ selection: 'pool-relative', dial: 0 });
    const compressor = new CanopyDocumentCompressor({ canopy });
    const documents = [COPPER, PENGUINS].map((pageContent) => new Document({ pageContent }));
    const kept = await compressor.compressDocuments(documents, QUESTION);
    expect(kept.map(({ pageContent }) => pageContent)).toEqual([
      'The king penguin lays one egg in summer.\n[…]',
    ]);
    expect(await compressor.compressDocuments([], QUESTION)).toEqual([]);
  });
});

describe('CanopyRetriever', () => {
  it('is a runnable retriever over the collection', async () => {
    const canopy = zooCanopy();
    await canopy.index([
      { title: 'Penguins', text: PENGUINS, source: 'zoo.txt' },
      { title: 'Copper', text: COPPER },
    ]);
    const retriever = new CanopyRetriever({ canopy, k: 1, tags: ['zoo'] });
    expect(retriever).toBeInstanceOf(BaseRetriever);
    const count = RunnableLambda.from((found: Document[]) => found.length);
    expect(await retriever.pipe(count).invoke(QUESTION)).toBe(1);
    const [found] = await retriever.invoke(QUESTION);
    expect(found).toMatchObject({
      pageContent: 'The king penguin lays one egg in summer.\n[…]',
      metadata: { source: 'zoo.txt', title: 'Penguins' },
    });
  });
});
