import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Plugin } from 'vite';

/** The pages with a place in the list at their top, in this order. */
const LISTED: readonly (readonly [source: string, title: string])[] = [
  ['README.md', 'Canopy'],
  ['docs/library.md', 'Library'],
  ['docs/element.md', 'Element'],
  ['docs/cli.md', 'Command'],
  ['docs/options.md', 'Options'],
  ['docs/deployment.md', 'Deployment'],
  ['docs/troubleshooting.md', 'Troubleshooting'],
  ['docs/results/README.md', 'Results'],
];

const STYLE = `:root{color-scheme:light dark;--link:#1b6b4a;background:#fff;color:#1c211e}
@media(prefers-color-scheme:dark){:root{--link:#7fd0a8;background:#121513;color:#e9eeea}}
body{margin:0 auto;padding:1rem 1rem 4rem;max-width:46rem;font:1rem/1.6 system-ui,sans-serif}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding-block:.5rem 1rem;border-bottom:1px solid #8886}
a{color:var(--link)}
a[aria-current]{color:inherit;font-weight:600;text-decoration:none}
pre,.scroll{overflow-x:auto}
pre{padding:.75rem;border:1px solid #8884;border-radius:8px}
code{font-size:.9em}
img{max-width:100%;height:auto}
table{border-collapse:collapse;font-size:.9em}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884;text-align:start;vertical-align:top}`;

/** Writes README and `docs/` beside the built page as `docs/…html`: the same words, read without a repository. */
export function docsSite(): Plugin {
  let root = '';
  return {
    name: 'canopy:docs-site',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle() {
      const sources = sourcesOf(root);
      const pictures = new Set<string>();
      for (const source of sources) {
        const { html, shown } = renderPage(
          readFileSync(join(root, source), 'utf8'),
          source,
          sources,
        );
        for (const picture of shown) if (existsSync(join(root, picture))) pictures.add(picture);
        this.emitFile({ type: 'asset', fileName: addressOf(source), source: html });
      }
      for (const picture of pictures) {
        this.emitFile({
          type: 'asset',
          fileName: picture,
          source: readFileSync(join(root, picture)),
        });
      }
    },
  };
}

/** Every Markdown file that becomes a page, from the root of the repository. */
function sourcesOf(root: string): string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  return ['README.md', ...below('docs'), ...below('docs/decisions'), ...below('docs/results')];
}

/** Where a source's page lies below the built app. */
export function addressOf(source: string): string {
  if (source === 'README.md') return 'docs/index.html';
  return source.replace(/\/README\.md$/, '.html').replace(/\.md$/, '.html');
}

/**
 * A page of a Markdown source. Links to other sources lead to their pages; what has no page here, such as code, is named
 * without a link. HTML in the source stays text.
 *
 * @param source path from the root of the repository.
 * @param sources all that have a page.
 * @returns the page, and the pictures it shows, from the root as well.
 */
export function renderPage(
  markdown: string,
  source: string,
  sources: readonly string[],
): { readonly html: string; readonly shown: readonly string[] } {
  const here = dirname(addressOf(source));
  const shown: string[] = [];
  const body = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (whole, href: string, words: string) => {
      if (/^(https?:|#)/.test(href)) return whole;
      const [path = '', anchor] = href.split('#');
      const target = posix.join(posix.dirname(source), path);
      if (!sources.includes(target)) return words;
      const address = posix.relative(here, addressOf(target));
      return `<a href="${address}${anchor === undefined ? '' : `#${anchor}`}">${words}</a>`;
    })
    .replace(/<img src="([^"]*)"/g, (_, src: string) => {
      const target = posix.join(posix.dirname(source), src);
      shown.push(target);
      return `<img src="${posix.relative(here, target)}"`;
    })
    .replace(/<(h[1-4])>(.*?)<\/\1>/gs, (_, tag: string, words: string) => {
      return `<${tag} id="${slug(words)}">${words}</${tag}>`;
    })
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="group"><table>')
    .replaceAll('</table>', '</table></div>');
  const title =
    /<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1]?.replace(/<[^>]*>/g, '') ?? basename(source);
  const links = LISTED.map(([target, name]) => {
    const current = target === source ? ' aria-current="page"' : '';
    return `<a href="${posix.relative(here, addressOf(target))}"${current}>${name}</a>`;
  }).join('');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head>
<body><nav aria-label="Pages">${links}</nav><main>${body}</main></body></html>
`;
  return { html, shown };
}

/** The name of a heading in an address, as GitHub makes it. */
function slug(words: string): string {
  return words
    .replace(/<[^>]*>|&\w+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
