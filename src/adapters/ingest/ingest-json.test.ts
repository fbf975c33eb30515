import { describe, expect, it } from 'vitest';
import { ingest, refusal, sourceFile, tables, texts } from './source-file.fixture.ts';

describe('JSON', () => {
  it('makes a table of records that share their names, nested ones too', async () => {
    const owls = [
      { species: 'Barn owl', size: { cm: 34 }, food: ['mice', 'voles'], rare: false },
      { species: 'Eagle owl', size: { cm: 66 }, food: [], rare: null },
    ];
    const { items } = await ingest('owls.json', JSON.stringify(owls));
    expect(tables(items)).toMatchObject([
      {
        title: 'owls',
        columns: ['species', 'size.cm', 'food', 'rare'],
        rows: [
          ['Barn owl', '34', 'mice, voles', 'false'],
          ['Eagle owl', '66', '', ''],
        ],
        provenance: { source: 'owls.json', firstRow: 1 },
      },
    ]);
  });

  it('makes a section of each record with running text, named by its title, with its line', async () => {
    const long = 'An owl hears a mouse under the snow. '.repeat(10).trim();
    const lines = [
      { title: 'Hearing', body: long, year: 2019 },
      { title: 'Flight', body: `Silent.\n\n${long}`, year: 2020 },
    ].map((record) => JSON.stringify(record));
    const { items } = await ingest('papers.jsonl', `${lines[0]}\n\n${lines[1]}\n`);
    const sections = texts(items);
    expect(sections[0]).toMatchObject({
      headingPath: ['Hearing'],
      text: `body: ${long}\nyear: 2019`,
      provenance: { firstRow: 1 },
    });
    expect(sections[1]).toMatchObject({ headingPath: ['Flight'], provenance: { firstRow: 3 } });
    expect(sections[1]!.text).toMatch(/^body: Silent\.\n\nAn owl hears/);
  });

  it('reads an object: its plain fields, and each list of records under its name', async () => {
    const report = {
      year: 2020,
      author: { name: 'Ornithology group' },
      nests: [
        { place: 'A', eggs: 3 },
        { place: 'B', eggs: 5 },
      ],
    };
    const { items } = await ingest('report.json', JSON.stringify(report));
    expect(texts(items)[0]!.text).toBe('year: 2020\nauthor.name: Ornithology group');
    expect(tables(items)[0]).toMatchObject({
      headingPath: ['nests'],
      columns: ['place', 'eggs'],
      rows: [
        ['A', '3'],
        ['B', '5'],
      ],
    });
  });

  it('names the line that is wrong', async () => {
    const error = await refusal(sourceFile('bad.jsonl', '{"a":1}\n{"a":'));
    expect(error).toMatchObject({ code: 'FILE_MALFORMED' });
    expect(error.message).toBe('“bad.jsonl” is no valid JSON: see line 2.');
    expect(await refusal(sourceFile('bad.json', '{"a": }'))).toMatchObject({
      code: 'FILE_MALFORMED',
    });
    expect(await refusal(sourceFile('none.json', '[]'))).toMatchObject({ code: 'FILE_EMPTY' });
  });

  it.each(['null', '""', '" "', '[null]', '{"a":null}'])('calls %s empty', async (json) => {
    const error = await refusal(sourceFile('bare.json', json));
    expect(error).toMatchObject({
      code: 'FILE_EMPTY',
      message: '“bare.json” holds no text that could be read.',
      nextStep: expect.stringMatching(/saved/),
    });
  });

  it('shows values far inside as JSON, and refuses those thousands deep', async () => {
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const { items } = await ingest('deep.json', nested(9));
    expect(texts(items)[0]!.text).toBe('a.a.a.a.a.a.a: {"a":{"a":1}}');
    const error = await refusal(sourceFile('deeper.json', nested(6000)));
    expect(error).toMatchObject({ code: 'FILE_TOO_COMPLEX' });
    expect(error.message).toContain('“deeper.json”');
  });
});
