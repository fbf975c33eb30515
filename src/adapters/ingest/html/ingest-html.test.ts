import { describe, expect, it } from 'vitest';
import { fileIngester } from '../ingest-file.ts';
import {
  HAS_REAL_FILES,
  ingest,
  realFile,
  refusal,
  sourceFile,
  tables,
  texts,
} from '../source-file.fixture.ts';

const read = async (html: string) => (await ingest('owls.html', html)).items;
const words = async (html: string) =>
  texts(await read(html))
    .map(({ text }) => text)
    .join('\n\n');

describe('HTML', { timeout: 30_000 }, () => {
  it('reads what a page is about under its headings, and leaves out what stands around it', async () => {
    const html = `<title>Owls | Birds</title><nav><a href="/">Home</a></nav><header>Site</header>
      <main><h1>Owls</h1><p>They  hunt<br>at <b>night</b>.</p><h2>Food</h2><ul><li>Mice<li>Voles<ol><li>young</ol></ul>
      <pre>a  b\n  c</pre><p>${'Owls eat mice. '.repeat(14)}</p></main><footer>Imprint</footer>`;
    const items = texts(await read(html));
    expect(items[0]).toMatchObject({
      title: 'Owls',
      headingPath: [],
      text: 'They hunt\nat night.',
    });
    expect(items[1]!.headingPath).toEqual(['Food']);
    expect(items[1]!.text).toMatch(/^- Mice\n- Voles\n {2}1\. young\n\n```\na {2}b\n {2}c\n```/);
    expect(items.map(({ text }) => text).join()).not.toMatch(/Home|Site|Imprint/);
    expect(html.slice(items[0]!.provenance.offset!)).toMatch(/^They {2}hunt/);
  });

  it('never runs or shows scripts, styles and hidden text', async () => {
    const html = `<p>Seen.</p><script>document.title='x'</script><style>p{}</style><noscript>n</noscript>
      <p hidden>h</p><p style="display: none">d</p><p aria-hidden="true">a</p><iframe srcdoc="<p>f</p>"></iframe>
      <img src=x onerror="globalThis.hacked = true"><a href="javascript:alert(1)">Link.</a><svg><text>s</text></svg>`;
    expect(await words(html)).toBe('Seen.\n\nLink.');
    expect(globalThis).not.toHaveProperty('hacked');
  });

  it('reads what a picture is said to show, and no names of icons', async () => {
    const html = `<p>Counts.</p><figure><img src="a.png" alt="Bar chart: 40 owls in 2020, 52 in 2021"><figcaption>Owls
      in the barn</figcaption></figure><img alt="Menu icon"><img alt="">`;
    expect(await words(html)).toBe(
      'Counts.\n\nBar chart: 40 owls in 2020, 52 in 2021\n\nOwls in the barn',
    );
  });

  it('fills cells that span columns and rows, and joins headings of two rows', async () => {
    const html = `<table><caption>Sizes</caption>
      <thead><tr><th rowspan=2>Species<th colspan=2>Male<tr><th>Length<th>Weight</thead>
      <tr><td>Barn owl<td rowspan=2>34<td>470<tr><td>Tawny owl<td>440</table>`;
    expect(tables(await read(html))).toMatchObject([
      {
        caption: 'Sizes',
        columns: ['Species', 'Male Length', 'Male Weight'],
        rows: [
          ['Barn owl', '34', '470'],
          ['Tawny owl', '34', '440'],
        ],
      },
    ]);
  });

  it('reads tables that only lay out a page as text', async () => {
    expect(await words('<table><tr><td>Menu</td></tr><tr><td><p>Owls.</p></td></tr></table>')).toBe(
      'Menu\n\nOwls.',
    );
  });

  it('finds an encoding that is declared late', async () => {
    const start = `<html><!-- charset=utf-8 ${'x'.repeat(9000)} --><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>`;
    const bytes = [...new TextEncoder().encode(start), 0xd1, 0xee, 0xe2, 0xe0];
    expect(texts((await ingest('owl.html', bytes)).items)[0]!.text).toBe('Сова');
  });

  it('refuses spans and nesting that no person wrote', async () => {
    const row = `<tr>${'<td colspan=1000 rowspan=60000>x</td>'.repeat(3)}</tr>`;
    const wide = await refusal(sourceFile('wide.html', `<table>${row.repeat(1000)}</table>`));
    expect(wide).toMatchObject({ code: 'FILE_TOO_COMPLEX' });
    expect(wide.message).toContain('“wide.html”');
    const deep = await refusal(sourceFile('deep.html', `${'<div>'.repeat(20_000)}x`));
    expect(deep).toMatchObject({ code: 'FILE_TOO_COMPLEX' });
    expect(await refusal(sourceFile('blank.html', '<p> </p>'))).toMatchObject({
      code: 'FILE_EMPTY',
    });
  });
});

describe.skipIf(!HAS_REAL_FILES)(
  'real web pages (skipped: ../shared is absent)',
  { timeout: 30_000 },
  () => {
    const open = async (name: string) =>
      (await fileIngester.ingest(realFile(`html/${name}`))).items;

    it('an encyclopedia article: title, sections, info box; no navigation', async () => {
      const items = await open('wikipedia-mozilla.html');
      expect(items[0]!.title).toBe('Mozilla');
      const [box] = tables(items);
      expect(box).toMatchObject({ caption: 'Mozilla', headingPath: [] });
      expect(box!.rows).toContainEqual(['Founded', 'February 28, 1998']);
      const firefox = texts(items).find(({ text }) =>
        text.includes("Firefox is a web browser, and is Mozilla's flagship"),
      )!;
      expect(firefox.headingPath).toEqual(['Software', 'Firefox']);
      const all = texts(items)
        .map(({ text }) => text)
        .join('\n');
      expect(all).toContain('On January 23, 1998, Netscape made two announcements');
      expect(all).not.toMatch(/\[edit\]|Main page|Random article/);
    });

    it('a product page: its few sentences', async () => {
      const all = texts(await open('mozilla-firefox-page.html'))
        .map(({ text }) => text)
        .join('\n');
      expect(all).toContain('No other browser gives you so much choice and flexibility.');
      expect(all).toContain(
        'Choose from thousands of themes and dress up your browser with a single click.',
      );
    });

    it('right to left, and an encoding that is declared late', async () => {
      expect(texts(await open('right-to-left.html'))[0]!.text).toMatch(
        /^Lorem ipsum dolor sit amet\./,
      );
      const russian = await open('late-charset.html');
      expect(
        texts(russian)
          .map(({ text }) => text)
          .join('\n'),
      ).toContain('основано в 1999 году');
      expect(tables(russian)[0]!.headingPath).toEqual(['Аренда офисов и особняков']);
    });
  },
);
