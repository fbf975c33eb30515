// Fails when an exported name of the source has no doc comment, or a link between the documents leads nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './install.mjs';

/**
 * Exported declarations without a doc comment, as `line: name`. Members are left alone: a good name often says enough.
 * @param {string} file its name decides whether JSX is read
 * @param {string} text
 * @returns {string[]}
 */
export function undocumented(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const listed = new Set(
    source.statements.flatMap((statement) =>
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier === undefined &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name, propertyName = name }) => propertyName.text)
        : [],
    ),
  );
  const faults = new Map();
  const documented = new Set();
  for (const statement of source.statements) {
    const names = declaredNames(statement);
    const exported = isExported(statement) ? names : names.filter((name) => listed.has(name));
    for (const name of exported) {
      if (hasDoc(statement)) documented.add(name);
      const { line } = source.getLineAndCharacterOfPosition(statement.getStart(source));
      if (!faults.has(name)) faults.set(name, `${line + 1}: ${name}`);
    }
  }
  // Of overloads, and of a value and a type under one name, one doc comment is enough.
  return [...faults].filter(([name]) => !documented.has(name)).map(([, fault]) => fault);
}

/** @param {ts.Statement} statement */
function isExported(statement) {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

/** @param {ts.Statement} statement */
function hasDoc(statement) {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? '').trim() !== '');
}

/**
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}

/**
 * Links of a Markdown text, other than web addresses, that lead to no file.
 * @param {string} markdown
 * @param {(target: string) => boolean} exists told the path as the link gives it, without its anchor
 * @returns {string[]}
 */
export function deadLinks(markdown, exists) {
  const prose = markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|#)/i.test(target))
    .filter((target) => !exists(decodeURI(target.replace(/[#?].*$/, ''))));
}

/**
 * @param {string} folder
 * @param {RegExp} wanted
 */
function filesIn(folder, wanted) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => wanted.test(name))
    .sort();
}

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sources = filesIn('src', /(?<!\.(?:test|fixture|d))\.tsx?$/);
  const documents = ['README.md', 'CHANGELOG.md', ...filesIn('docs', /\.md$/)];
  const faults = [
    ...sources.flatMap((file) =>
      undocumented(file, read(file)).map((fault) => `${file}:${fault} has no doc comment`),
    ),
    ...documents.flatMap((file) =>
      deadLinks(read(file), (target) => existsSync(join(root, dirname(file), target))).map(
        (target) => `${file}: the link to ${target} leads nowhere`,
      ),
    ),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`${sources.length} sources, ${documents.length} documents, ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}
