import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { Document, type DocumentInterface } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import type { EvidenceForest } from '../../core/evidence-forest.ts';
import type { Canopy } from '../../library/canopy.ts';
import { keptText } from '../../library/kept-text.ts';
import type { CompressCallOptions, TextDocument } from '../../library/options.ts';

/** Fields of {@link CanopyDocumentCompressor}. */
export interface CanopyCompressorFields extends CompressCallOptions {
  readonly canopy: Pick<Canopy, 'compress'>;
}

/**
 * Prunes what another retriever found, as `ContextualCompressionRetriever` asks: each document keeps its metadata and the
 * verbatim parts that the query needs; one that is not needed at all is left out. `metadata.canopy` tells what was kept.
 */
export class CanopyDocumentCompressor extends BaseDocumentCompressor {
  private readonly fields: CanopyCompressorFields;

  constructor(fields: CanopyCompressorFields) {
    super();
    this.fields = fields;
  }

  async compressDocuments(
    documents: DocumentInterface[],
    query: string,
  ): Promise<DocumentInterface[]> {
    const { canopy, ...options } = this.fields;
    if (documents.length === 0) return [];
    const { evidence } = await canopy.compress(query, documents.map(toEntry), options);
    return documents.flatMap((document, place) => {
      const forest = evidence[place]!;
      const { metadata, id } = document;
      const named = id === undefined ? {} : { id };
      return toDocuments(forest, { ...metadata, canopy: keptOf(forest) }, named);
    });
  }
}

/** Fields of {@link CanopyRetriever}. */
export interface CanopyRetrieverFields extends BaseRetrieverInput, CompressCallOptions {
  readonly canopy: Pick<Canopy, 'compress'>;
}

/** Retrieves from Canopy's own collection, compressed: one document per item with anything kept, nearest first. */
export class CanopyRetriever extends BaseRetriever {
  lc_namespace = ['canopy-web', 'retrievers'];
  private readonly canopy: Pick<Canopy, 'compress'>;
  private readonly options: CompressCallOptions;

  static override lc_name(): string {
    return 'CanopyRetriever';
  }

  constructor({
    canopy,
    k,
    dial,
    selection,
    documents,
    wholeTables,
    signal,
    ...base
  }: CanopyRetrieverFields) {
    super(base);
    this.canopy = canopy;
    const given = Object.entries({ k, dial, selection, documents, wholeTables, signal });
    this.options = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }

  override async _getRelevantDocuments(
    query: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<DocumentInterface[]> {
    const { evidence } = await this.canopy.compress(query, undefined, this.options);
    return evidence.flatMap((forest) => {
      const { title, headingPath, provenance, itemId } = forest;
      const metadata = { ...provenance, title, headingPath, canopy: keptOf(forest) };
      return toDocuments(forest, metadata, { id: itemId });
    });
  }
}

function toEntry({ pageContent, metadata }: DocumentInterface): TextDocument {
  const { title, source } = metadata;
  return {
    text: pageContent,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof source === 'string' ? { source } : {}),
  };
}

function toDocuments(
  forest: EvidenceForest,
  metadata: Record<string, unknown>,
  named: { readonly id?: string },
): DocumentInterface[] {
  const pageContent = keptText(forest);
  return pageContent === '' ? [] : [new Document({ pageContent, metadata, ...named })];
}

/** Kept places in the unit of the item's leaves (UTF-16 offsets for text), and reader tokens of the item before and after. */
function keptOf({ spans, wholeTokens, keptTokens }: EvidenceForest) {
  return { spans: spans.map(({ start, end }) => [start, end]), wholeTokens, keptTokens };
}
