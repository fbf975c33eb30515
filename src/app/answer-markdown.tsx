import type { Nodes, Root, Table, TableRow } from 'mdast';
import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { findMarks } from '../pipeline/citations.ts';
import css from './answer-markdown.module.css';
import { markdownTree, safeAddress } from './markdown-tree.ts';
import { strings } from './strings.ts';

/** Draws mark `marker`, which stands in the answer for the `visit`-th time (from 0). */
export type DrawMark = (marker: number, visit: number) => ReactNode;

interface AnswerMarkdownProps {
  readonly text: string;
  /** Whether a number leads to evidence; brackets without any that does stay as written. */
  readonly isMarker: (marker: number) => boolean;
  readonly drawMark: DrawMark;
  /** Stands in where the text is better not read as Markdown. */
  readonly plain: ReactNode;
}

/**
 * An answer's Markdown as React elements of our own choice: what is not in the list below is shown as its words. Nothing in
 * it is fetched: a picture is named and not loaded, a link shows its address and waits to be clicked.
 */
export function AnswerMarkdown({ text, isMarker, drawMark, plain }: AnswerMarkdownProps) {
  const tree = usePacedTree(text);
  if (tree === undefined) return plain;
  const visits = new Map<number, number>();
  const mark = (marker: number): ReactNode => {
    const visit = visits.get(marker) ?? 0;
    visits.set(marker, visit + 1);
    return drawMark(marker, visit);
  };
  return draw(tree, (words) => withMarks(words, isMarker, mark));
}

/** Times the last reading took that pass before the next one: reading takes a fifth of the page's time at most. */
const PAUSE = 4;

/** The tree of a text that may still be growing with every frame, read anew as often as its length allows. */
function usePacedTree(text: string): Root | undefined {
  const [read, setRead] = useState(text);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });
  const reading = useMemo(() => {
    const started = performance.now();
    return { tree: markdownTree(read), milliseconds: performance.now() - started };
  }, [read]);
  const isBehind = read !== text;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => setRead(latest.current), PAUSE * reading.milliseconds);
    return () => clearTimeout(timer);
  }, [isBehind, reading]);
  return reading.tree;
}

/** Draws words with the marks among them. */
type Marked = (words: string) => ReactNode;

function draw(node: Nodes, marked: Marked): ReactNode {
  switch (node.type) {
    case 'text':
      return marked(node.value);
    case 'html':
      return node.value;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre dir="ltr">
          <code>{node.value}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'image':
    case 'imageReference':
      return <Picture alt={node.alt ?? ''} url={'url' in node ? node.url : ''} />;
    case 'link':
      return <Address url={node.url}>{children(node, marked)}</Address>;
    case 'table':
      return drawTable(node, marked);
    case 'footnoteReference':
      return `[^${node.label ?? node.identifier}]`;
    default:
      return 'children' in node ? wrapped(node, children(node, marked)) : null;
  }
}

/** The element for what holds other things; its own words alone for anything unknown. */
function wrapped(node: Nodes, inner: ReactNode): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p style={{ whiteSpace: 'pre-line' }}>{inner}</p>;
    case 'heading':
      // The question is the article's heading; those of the answer stand below it.
      return node.depth < 3 ? <h3>{inner}</h3> : <h4>{inner}</h4>;
    case 'list':
      return node.ordered === true ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return (
        <li>
          {node.checked != null && (node.checked ? '☑ ' : '☐ ')}
          {inner}
        </li>
      );
    case 'blockquote':
      return <blockquote>{inner}</blockquote>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'delete':
      return <del>{inner}</del>;
    default:
      return inner;
  }
}

function children(node: Extract<Nodes, { children: unknown }>, marked: Marked): ReactNode {
  return node.children.map((child) => (
    <Fragment key={placeOf(child)}>{draw(child, marked)}</Fragment>
  ));
}

/** Where a node begins and ends in the answer: no two siblings share it. */
function placeOf({ position }: Nodes): string {
  return `${position?.start.offset ?? 0}-${position?.end.offset ?? 0}`;
}

function drawTable(table: Table, marked: Marked): ReactNode {
  const [head, ...rows] = table.children;
  const cells = (row: TableRow, Cell: 'th' | 'td') =>
    row.children.map((cell, column) => (
      <Cell key={placeOf(cell)} align={table.align?.[column] ?? undefined}>
        {children(cell, marked)}
      </Cell>
    ));
  return (
    <div className={css.table}>
      <table>
        {head !== undefined && (
          <thead>
            <tr>{cells(head, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={placeOf(row)}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Words with their marks; what only looks like one stays as written. */
function withMarks(
  text: string,
  isMarker: (marker: number) => boolean,
  mark: (marker: number) => ReactNode,
): ReactNode {
  const found = findMarks(text, isMarker);
  if (found.length === 0) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, pieces } of found) {
    parts.push(text.slice(at, start));
    for (const piece of pieces) {
      const drawn = typeof piece === 'number' ? mark(piece) : piece;
      parts.push(<Fragment key={`${start}-${parts.length}`}>{drawn}</Fragment>);
    }
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** A link that says where it leads before anyone follows it; the page behind it learns nothing of this one. */
function Address({ url, children: words }: { url: string; children: ReactNode }) {
  const address = safeAddress(url);
  if (address === undefined) return words;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
      {words}
      <span className={css.address}>{` (${shortened(address)})`}</span>
    </a>
  );
}

/** A picture would tell its server that this answer was read, so it is only named. */
function Picture({ alt, url }: { alt: string; url: string }) {
  const name = strings.answer.pictureNotLoaded(alt);
  return (
    <span className={css.picture}>
      <Address url={url}>{name}</Address>
    </span>
  );
}

function shortened(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  if (protocol === 'mailto:') return pathname;
  const rest = pathname === '/' && search === '' ? '' : `${pathname}${search}`;
  const whole = `${host}${rest}`;
  // The host always stands there whole: it is what tells one address from another.
  return whole.length > 60 ? `${whole.slice(0, Math.max(host.length + 1, 59))}…` : whole;
}
