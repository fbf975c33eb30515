import type { ProvenancePart } from '../../core/item.ts';
import type { Span } from '../../core/segment/blocks.ts';
import type { DocumentBlock, HeadingBlock, TableBlock, TextBlock } from './document-blocks.ts';
import type { DraftItem } from './format.ts';
import { splitPassages } from './split-passages.ts';
import { tableItems } from './table-items.ts';

/** What names the items of a document. */
export interface DocumentName {
  /** The file's name. */
  readonly source: string;
  /** What the document calls itself; else its first main heading, else `fallback`. */
  readonly title?: string | undefined;
  readonly fallback: string;
}

/** Cuts a document into items: passages under one heading path, sized to the encoder, and tables of bounded size. */
export function documentItems(
  blocks: readonly DocumentBlock[],
  { source, title, fallback }: DocumentName,
): DraftItem[] {
  const first = blocks.find((block) => block.kind === 'heading');
  const named = title ?? (first?.level === 1 ? first.text : fallback);
  const items: DraftItem[] = [];
  let headings: HeadingBlock[] = [];
  let section: TextBlock[] = [];
  const base = () => ({
    title: named,
    headingPath: headings.filter(({ text }) => text !== named).map(({ text }) => text),
  });
  const close = () => {
    items.push(...sectionItems(section, source).map((item) => ({ ...item, ...base() })));
    section = [];
  };
  for (const block of blocks) {
    if (block.kind === 'text') {
      section.push(block);
      continue;
    }
    close();
    if (block.kind === 'table') items.push(...itemsOfTable(block, { ...base(), source }));
    else headings = [...headings.filter(({ level }) => level < block.level), block];
  }
  close();
  return items;
}

function itemsOfTable(
  { caption, columns, rows, place }: TableBlock,
  { source, ...base }: { title: string; headingPath: string[]; source: string },
): DraftItem[] {
  return tableItems({
    ...base,
    ...(caption === undefined ? {} : { caption }),
    columns,
    rows,
    provenance: (row, end) => ({ source, ...place(row, end) }),
  });
}

/** A block with its span in the section's text. */
interface Placed {
  readonly block: TextBlock;
  readonly span: Span;
}

function sectionItems(blocks: readonly TextBlock[], source: string) {
  let text = '';
  const placed = blocks.map((block): Placed => {
    if (text !== '') text += block.tight ? '\n' : '\n\n';
    const start = text.length;
    text += block.text;
    return { block, span: [start, text.length] };
  });
  const passages = splitPassages(
    text,
    placed.map(({ span }) => span),
  );
  return passages.map(({ start, end, isCodePart }) => {
    const inside = placed.filter(({ span }) => span[0] < end && span[1] > start);
    const parts = passageParts(inside, start, end);
    const [first] = parts;
    return {
      modality: 'text' as const,
      text: text.slice(start, end),
      ...(isCodePart ? { sentences: [[0, end - start] as const] } : {}),
      provenance: {
        source,
        ...inside[0]!.block.place,
        ...(first === undefined ? {} : { page: first.page }),
        ...(first?.box === undefined ? {} : { box: first.box }),
        ...(parts.length > 1 ? { parts } : {}),
      },
    };
  });
}

/** The places of the blocks that a passage holds, in the passage's own offsets. */
function passageParts(inside: readonly Placed[], start: number, end: number): ProvenancePart[] {
  return inside.flatMap(({ block, span }) => {
    const { page, box } = block.place;
    // A block in one piece, such as a recognised paragraph, knows only where it stands as a whole.
    const whole = page === undefined || box === undefined ? [] : [{ start: 0, page, box }];
    const parts = block.parts ?? whole;
    return parts.flatMap((part, at): ProvenancePart[] => {
      const from = span[0] + part.start;
      const to = span[0] + (parts[at + 1]?.start ?? block.text.length);
      if (to <= start || from >= end) return [];
      return [{ start: Math.max(0, from - start), page: part.page, box: part.box }];
    });
  });
}
