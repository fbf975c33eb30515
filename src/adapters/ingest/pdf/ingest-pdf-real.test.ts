import { describe, expect, it } from 'vitest';
import { createFileIngester } from '../ingest-file.ts';
import { HAS_REAL_FILES, realFile, tables, texts } from '../source-file.fixture.ts';
import { nodePdfRuntime } from './node-pdf-runtime.ts';

const ingester = createFileIngester({ pdf: nodePdfRuntime() });

describe.skipIf(!HAS_REAL_FILES)(
  'real PDF files (skipped: ../shared is absent)',
  { timeout: 180_000 },
  () => {
    const open = (name: string) => ingester.ingest(realFile(`pdf/${name}`));

    it('two columns: sections, running text over columns, tables with captions, the page of each', async () => {
      const { items, warnings } = await open('two-column-paper.pdf');
      expect(warnings).toEqual([]);
      expect(items[0]!.title).toBe(
        'Enabling Large Language Models to Generate Text with Citations',
      );
      const paths = new Set(items.map(({ headingPath }) => headingPath.join(' > ')));
      for (const path of [
        '1 Introduction',
        '4 Modeling > 4.2 Synthesis',
        'F More Experiments > F.4 Main Results',
      ]) {
        expect(paths).toContain(path);
      }
      const introduction = texts(items).filter(({ headingPath }) =>
        headingPath.includes('1 Introduction'),
      );
      const words = introduction.map(({ text }) => text).join(' ');
      expect(words).toContain('increasing popularity as a tool for information seeking');
      expect(introduction[0]!.provenance.page).toBe(1);
      // Parted at a line's end, and in no other line of the document.
      expect(words).toContain('but do not guarantee faithfulness to retrieved passages');
      expect(words).toContain('multiple systems with state-of-the-art LLMs');
      const references = texts(items)
        .filter(({ headingPath }) => headingPath.includes('References'))
        .map(({ text }) => text)
        .join('\n\n');
      // Hanging lines belong to the entry above them, over the end of a column too.
      expect(references.split('\n\n')).toContain(
        'Angela Fan, Yacine Jernite, Ethan Perez, David Grangier, Jason Weston, and Michael Auli. 2019. ELI5: Long form question answering. In Association for Computational Linguistics (ACL), pages 3558–3567.',
      );
      expect(references).toContain(
        'In International Conference on Machine Learning (ICML), volume',
      );
      const asqa = tables(items).find(({ caption }) => caption?.startsWith('Table 4'))!;
      expect(asqa.columns).toEqual([
        '',
        'Fluency (MAUVE)',
        'Correct. (EM Rec.)',
        'Citation Rec.',
        'Citation Prec.',
      ]);
      expect(asqa.rows).toContainEqual(['SUMM (10-psg)', '70.0', '43.3', '68.9', '61.8']);
      expect(asqa.provenance.page).toBe(7);
    });

    it('three columns: reads down each, over column ends, without running lines', async () => {
      const { items } = await open('federal-register-three-column.pdf');
      const words = texts(items)
        .map(({ text }) => text)
        .join('\n');
      expect(words).toContain(
        'The most helpful comments reference a specific portion of the proposal, explain the reason for any recommended change',
      );
      expect(words).toContain('regulations.gov by searching for and locating Docket No.');
      // A name that the end of a column parts, with notes between its halves.
      expect(words).toContain('takeoff from Soekarno-Hatta International Airport in Jakarta');
      // Its running title is a little larger than the text, and each page has its number in it.
      expect(words).not.toContain('Federal Register / Vol. 85');
      expect(words).not.toContain('VerDate');
      expect(words).not.toContain('DSKJLSW7X2PROD');
      expect(items.some(({ headingPath }) => headingPath.includes('Examining the AD Docket'))).toBe(
        true,
      );
      // A table over all columns, right below them.
      const costs = tables(items).find(({ provenance }) => provenance.page === 5)!;
      expect(costs.columns).toEqual([
        'Action',
        'Labor cost',
        'Parts cost',
        'Cost per product',
        'Cost on U.S. operators',
      ]);
      expect(costs.rows[1]!.slice(0, 3)).toEqual([
        'AFM revisions',
        '1 work-hour × $85 per hour = $85',
        '$0',
      ]);
    });

    it('a table without rules: cells of several lines, headings over two columns', async () => {
      const [table] = tables((await open('senate-expenditures-table.pdf')).items);
      expect(table!.columns).toEqual([
        'DOCUMENT NO.',
        'DATE POSTED',
        'PAYEE NAME',
        'OBLIGATION/SERVICE DATES START',
        'OBLIGATION/SERVICE DATES END',
        'DESCRIPTION',
        'AMOUNT ($)',
      ]);
      expect(table!.rows).toHaveLength(32);
      expect(table!.rows[0]).toEqual([
        '',
        '',
        'BAIN, J MATTHEW',
        '',
        '',
        'DISTRICT DIRECTOR',
        '37,499.96',
      ]);
      expect(table!.rows.at(-1)).toEqual([
        'DHAW20190070',
        '09/09/2019',
        'CITIBANK - TRAVEL CBA CARD',
        '08/12/2019',
        '08/14/2019',
        'STAFF TRANSPORTATION AIRFARE FOR C WEIHS WASHINGTON DC TO SPRINGFIELD AND RETURN',
        '411.49',
      ]);
    });

    it('a wide table: 25 columns under grouped headings, empty columns kept, the total row right', async () => {
      const [table] = tables((await open('background-checks-table.pdf')).items);
      expect(table!.columns).toHaveLength(25);
      expect(table!.columns.slice(7, 10)).toEqual([
        'Pre-Pawn Handgun',
        'Pre-Pawn Long Gun',
        'Pre-Pawn *Other',
      ]);
      expect(table!.columns.slice(16, 18)).toEqual(['Rentals Handgun', 'Rentals Long Gun']);
      const row = (name: string) => table!.rows.find(([first]) => first === name)!;
      expect(row('Alabama').slice(0, 8)).toEqual([
        'Alabama',
        '18,870',
        '23,022',
        '22,650',
        '859',
        '1,178',
        '0',
        '14',
      ]);
      expect(row('Alabama').slice(16, 18)).toEqual(['', '']);
      expect(row('Totals').at(-1)).toBe('2,236,457');
      expect(table!.headingPath).toEqual(['November - 2015']);
    });

    it('a printed web page: the info box after the text beside it', async () => {
      const { items } = await open('wikipedia-printout.pdf');
      expect(items[0]!.title).toBe('PDF.js - Wikipedia');
      const words = texts(items)
        .map(({ text }) => text)
        .join('\n');
      expect(words).toContain('but some features have not been implemented yet');
      expect(words.indexOf('depending on the features the document uses')).toBeLessThan(
        words.indexOf('Original author(s) Andreas Gal'),
      );
    });

    it('Arabic from right to left in plain letters, Japanese by its character map', async () => {
      expect(texts((await open('arabic-cid-truetype.pdf')).items)[0]!.text).toMatch(
        /^انواع الخطوط العربية/,
      );
      expect(texts((await open('japanese-no-embedded-font.pdf')).items)[0]!.text).toBe(
        'あいうえお',
      );
    });

    it('locked, scanned and damaged files', async () => {
      await expect(open('encrypted-user-password.pdf')).rejects.toMatchObject({
        code: 'FILE_ENCRYPTED',
      });
      expect(texts((await open('encrypted-empty-password.pdf')).items)[0]!.text).toContain(
        'pdf encryption test',
      );
      await expect(open('scanned-page-no-text.pdf')).rejects.toMatchObject({
        code: 'FILE_NO_TEXT',
      });
      await expect(open('scanned-skewed-no-text.pdf')).rejects.toMatchObject({
        code: 'FILE_NO_TEXT',
      });
      const damaged = texts((await open('broken-corrupted-stream.pdf')).items);
      expect(damaged.map(({ text }) => text).join('\n')).toContain(
        'Beautiful is better than ugly.\n\nExplicit is better than implicit.',
      );
    });
  },
);
