// Writes docs/options.md from the types and from the element's manifest: `node scripts/options-reference.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './install.mjs';

/** What the page says before the tables. */
const HEAD = `# Options

Written by \`node scripts/options-reference.mjs\` from the types; a test keeps it up to date. \`?\` marks what may be left out.
`;

/** Interfaces of the page, in its order, by source. */
const SOURCES = {
  'src/library/browser-canopy.ts': ['CanopyOptions', 'BrowserEncoderOptions'],
  'src/library/node-canopy.ts': ['NodeCanopyOptions', 'NodeEncoderChoice'],
  'src/library/options.ts': [
    'CommonOptions',
    'SearchOptions',
    'KeepOptions',
    'Endpoint',
    'TextDocument',
    'IndexOptions',
    'CompressCallOptions',
    'AnswerCallOptions',
    'Compressed',
  ],
  'src/ports/encoder.ts': ['CallOptions'],
  'src/integrations/langchain/canopy-langchain.ts': [
    'CanopyCompressorFields',
    'CanopyRetrieverFields',
  ],
  'src/integrations/ai-sdk/canopy-middleware.ts': ['CanopyMiddlewareOptions'],
  'src/integrations/fetch/canopy-fetch.ts': ['CanopyFetchOptions'],
};

/**
 * One interface as a heading, what it is, and a table of its members.
 * @param {string} text source that declares it
 * @param {string} name
 * @returns {string}
 */
export function interfaceSection(text, name) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined || !ts.isInterfaceDeclaration(found)) {
    throw new Error(`There is no interface ${name}.`);
  }
  const bases = (found.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .map((type) => code(type.getText(source)));
  const taken = bases.length === 0 ? '' : `\n\nAlso has all of ${bases.join(' and ')}.`;
  const members = found.members.filter(ts.isPropertySignature);
  const rows = members.map((member) => {
    const option = `${member.name.getText(source)}${member.questionToken ? '?' : ''}`;
    return [code(option), code(oneLine(member.type?.getText(source) ?? '')), docOf(member)];
  });
  return `## ${name}\n\n${docOf(found)}${taken}\n${table(['option', 'type', ''], rows)}`;
}

/**
 * What the custom-elements manifest says of the element.
 * @param {any} declaration
 * @returns {string}
 */
function elementSection({ attributes, members, events, slots, cssParts, cssProperties }) {
  /** @typedef {{ name: string, description?: string, default?: string, kind?: string, attribute?: string }} Part */
  /** @param {Part[]} parts */
  const rows = (parts) => parts.map(({ name, description = '' }) => [code(name), description]);
  /** @param {Part[]} parts */
  const names = (parts) => parts.map(({ name }) => code(name)).join(', ');
  /** @type {Part[]} */
  const listed = attributes;
  const defaults = listed.map((part) => ({
    ...part,
    description: `${part.description}${part.default === undefined ? '' : ` Default: ${code(part.default)}.`}`,
  }));
  /** @type {Part[]} */
  const own = members.filter((/** @type {Part} */ { attribute }) => attribute === undefined);
  return [
    '## `<canopy-qa>`',
    `\nEvery attribute is a property, too.\n${table(['attribute', ''], rows(defaults))}`,
    table(['property or method', ''], rows(own)),
    table(['event', '`detail` and meaning'], rows(events)),
    `${table(['slot', ''], rows(slots))}`,
    `\nParts: ${names(cssParts)}.\n\nCustom properties: ${names(cssProperties)}.\n`,
  ].join('\n');
}

/** The whole page. */
export function optionsReference() {
  /** @param {string} file */
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sections = Object.entries(SOURCES).flatMap(([file, names]) =>
    names.map((name) => interfaceSection(read(file), name)),
  );
  const manifest = JSON.parse(read('custom-elements.json'));
  return [HEAD, ...sections, elementSection(manifest.modules[0].declarations[0])].join('\n');
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  if (rows.length === 0) return '';
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `\n${lines.join('\n')}\n`;
}

/** @param {string} text */
function code(text) {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** @param {string} text */
function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {ts.Node} node */
function docOf(node) {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = docs.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '').join(' ');
  return oneLine(text.replace(/\{@link (\w+)\}/g, '`$1`'));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(join(root, 'docs/options.md'), optionsReference());
}
