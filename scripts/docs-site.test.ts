import { expect, it } from 'vitest';
import { addressOf, renderPage } from './docs-site.ts';

const SOURCES = ['README.md', 'docs/library.md', 'docs/results/README.md'];

it('gives each source an address beside the built page', () => {
  expect(SOURCES.map(addressOf)).toEqual([
    'docs/index.html',
    'docs/library.html',
    'docs/results.html',
  ]);
});

it('leads links to pages, names what has none, and shows pictures', () => {
  const { html, shown } = renderPage(
    '# Title & *more*\n\n[lib](docs/library.md#install) [code](src/index.ts) [out](https://a.example/) ![p](docs/p.svg)\n\n## The `x` of it\n',
    'README.md',
    SOURCES,
  );
  expect(html).toContain('<a href="library.html#install">lib</a>');
  expect(html).toContain('code <a href="https://a.example/">out</a>');
  expect(html).not.toContain('src/index.ts');
  expect(html).toContain('<img src="p.svg"');
  expect(shown).toEqual(['docs/p.svg']);
  expect(html).toContain('<title>Title &amp; more</title>');
  expect(html).toContain('<h2 id="the-x-of-it">');
  expect(html).toContain('<a href="index.html" aria-current="page">Canopy</a>');
});

it('finds its way from a folder below, and runs no HTML of a source', () => {
  const { html } = renderPage(
    '[up](../library.md) <script>alert(1)</script>\n\n| a |\n| - |\n| b |\n',
    'docs/results/README.md',
    SOURCES,
  );
  expect(html).toContain('<a href="library.html">up</a>');
  expect(html).not.toContain('<script>');
  expect(html).toContain('role="group"><table>');
});
