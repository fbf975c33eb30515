import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../core/estimate-tokens.ts';
import { segmentItem } from '../../core/segment-item.ts';
import { decodeText } from './decode-text.ts';
import { fileIngester } from './ingest-file.ts';
import { markdownPieces } from './markdown-pieces.ts';
import { HAS_REAL_FILES, ingest, realFile, tables, texts } from './source-file.fixture.ts';

const SOURCE = `---
title: not this
---
# Owls of *Europe*

They live here.

## Food

Mice, mostly. <b onclick="x()">Voles</b> too.

- one
- two

| Prey | Share |
| --- | ---: |
| [Vole](v.md) | 60% |
| Mouse<br>small | 30% | 99 |
| Shrew |

### Winter

Less of it.

Sounds
------

<!-- a remark -->
\`\`\`sh
# not a heading
play owl.wav
\`\`\`
`;

describe('Markdown', () => {
  it('gives passages under their headings, verbatim, and tables', async () => {
    const { items, warnings } = await ingest('birds.md', SOURCE);
    expect(warnings).toEqual([]);
    expect(
      items.map(({ modality, title, headingPath }) => [modality, title, ...headingPath]),
    ).toEqual([
      ['text', 'Owls of Europe'],
      ['text', 'Owls of Europe', 'Food'],
      ['table', 'Owls of Europe', 'Food'],
      ['text', 'Owls of Europe', 'Food', 'Winter'],
      ['text', 'Owls of Europe', 'Sounds'],
    ]);
    expect(texts(items).map((item) => item.text)).toEqual([
      'They live here.',
      'Mice, mostly. <b onclick="x()">Voles</b> too.\n\n- one\n- two',
      'Less of it.',
      '```sh\n# not a heading\nplay owl.wav\n```',
    ]);
    for (const { text, provenance } of texts(items)) {
      expect(SOURCE.slice(provenance.offset, provenance.offset! + text.length)).toBe(text);
    }
  });

  it('reads cells as people see them and evens rows out', async () => {
    const { items } = await ingest('birds.md', SOURCE);
    const [table] = tables(items);
    expect(table!.columns).toEqual(['Prey', 'Share']);
    expect(table!.rows).toEqual([
      ['Vole', '60%'],
      ['Mouse small', '30%'],
      ['Shrew', ''],
    ]);
    expect(SOURCE.slice(table!.provenance.offset)).toMatch(/^\| Prey/);
  });

  it('takes the name of the file where no main heading stands', async () => {
    const { items } = await ingest('field notes.md', '## Day 1\n\nRain.');
    expect(items[0]).toMatchObject({ title: 'field notes', headingPath: ['Day 1'] });
  });

  it('keeps a second main heading in the path', async () => {
    const { items } = await ingest('a.md', '# One\n\nA.\n\n# Two\n\n## Deep\n\nB.');
    expect(items.map(({ title, headingPath }) => [title, ...headingPath])).toEqual([
      ['One'],
      ['One', 'Two', 'Deep'],
    ]);
  });

  it('reads a heading with nothing below it as a passage', async () => {
    const { items } = await ingest(
      'a.md',
      '# Title\n\n## Plans\n\n### Soon\n\n## Food\n\nMice.\n\n## End',
    );
    expect(texts(items).map(({ text, headingPath }) => [text, ...headingPath])).toEqual([
      ['### Soon', 'Plans'],
      ['Mice.', 'Food'],
      ['## End'],
    ]);
    expect(texts((await ingest('b.md', '# Only a title')).items)[0]!.text).toBe('# Only a title');
  });

  it('joins small paragraphs, cuts long sections between paragraphs and long paragraphs between sentences', async () => {
    const sentence = 'The barn owl hunts over open fields at night.';
    const small = Array.from({ length: 60 }, () => sentence).join('\n\n');
    const long = Array.from({ length: 60 }, () => sentence).join(' ');
    for (const [source, ends] of [
      [small, `${sentence}`],
      [long, sentence],
    ] as const) {
      const { items } = await ingest(
        'a.md',
        `## S\n\n${source.replace(/owl/g, (owl, at: number) => `${owl} ${at}`)}`,
      );
      expect(items.length).toBeGreaterThan(2);
      for (const { text } of texts(items)) {
        expect(estimateTokens(text)).toBeLessThanOrEqual(245);
        expect(text.startsWith('The barn')).toBe(true);
        expect(text.endsWith(ends.slice(-10))).toBe(true);
      }
      expect(estimateTokens(texts(items)[0]!.text)).toBeGreaterThan(180);
    }
  });

  it('keeps parts of long code as one leaf each', async () => {
    const code = Array.from(
      { length: 120 },
      (_, at) => `run(${at}); // Not. Sentences. Here.`,
    ).join('\n');
    const { items } = await ingest('a.md', `\`\`\`js\n${code}\n\`\`\``);
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) expect(segmentItem(item).starts).toHaveLength(1);
  });
});

describe('markdownPieces', () => {
  it('covers a large source, cuts at headings and never inside a fence', () => {
    const section = `## Part\n\nText here.\n\n\`\`\`\n# no heading\n\n${'line\n'.repeat(40)}\`\`\`\n\n`;
    const text = section.repeat(700);
    const pieces = [...markdownPieces(text)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.map(([start, end]) => text.slice(start, end)).join('')).toBe(text);
    for (const [start] of pieces) expect(text.slice(start, start + 8)).toBe('## Part\n');
  });

  it('leaves front matter out, but not a rule', () => {
    const rest = (text: string) =>
      [...markdownPieces(text)].map(([start, end]) => text.slice(start, end)).join('');
    expect(rest('---\na: 1\n---\nText')).toBe('Text');
    expect(rest('+++\r\na = 1\r\n+++\r\nText')).toBe('Text');
    expect(rest('---\n\nText without end')).toBe('---\n\nText without end');
  });
});

describe.skipIf(!HAS_REAL_FILES)('real files (skipped without ../shared)', () => {
  it('readme-qmsum.md', async () => {
    const { items } = await fileIngester.ingest(realFile('md/readme-qmsum.md'));
    expect(items[0]).toMatchObject({ title: 'QMSum', headingPath: ['Overview'] });
    expect(texts(items)[0]!.text).toMatch(/^This repository maintains dataset for NAACL 2021/);
    expect(items.every(({ headingPath }) => headingPath.length > 0)).toBe(true);
  });

  it('readme-chinese.md', { timeout: 60_000 }, async () => {
    const file = realFile('md/readme-chinese.md');
    const { text: source } = decodeText(file);
    const { items } = await fileIngester.ingest(file);
    expect(items[0]!.title).toBe('ExcelJS');
    expect(tables(items).length).toBeGreaterThanOrEqual(8);
    for (const { text, provenance } of texts(items)) {
      expect(source.slice(provenance.offset, provenance.offset! + text.length)).toBe(text);
    }
    const sentences = texts(items).filter(({ text }) =>
      text.includes('读取，操作并写入电子表格数据和样式到'),
    );
    expect(sentences).toHaveLength(1);
    expect(segmentItem(sentences[0]!).starts.length).toBeGreaterThanOrEqual(3);
  });
});
