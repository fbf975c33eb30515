import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { findAll, getAttributeValue, textContent } from 'domutils';

/** Elements that hold no words for people to read, or words of the page's controls. */
const SILENT = new Set(
  'script style noscript template svg math iframe object embed canvas audio video button select input textarea datalist dialog head'.split(
    ' ',
  ),
);
/** Parts around the content of a page. */
const SURROUNDING_ROLES = new Set(
  'navigation banner contentinfo search complementary menu menubar toolbar dialog alert'.split(' '),
);
/** What pages themselves leave out when printed, by the names that wikis and blogs share. */
const LEFT_OUT = /(?:^|\s)(?:noprint|mw-editsection|navbox|toc|sr-only|visually-hidden)(?:\s|$)/;
/** Letters that the main part of a page has at least, where it says which part that is. */
const LEAST_CONTENT = 200;
/** Words of a picture's description that say something; fewer name an icon or a file. */
const FEWEST_ALT_WORDS = 4;
/** A list in which this share of the letters are links inside the page is its table of contents. */
const CONTENTS_SHARE = 0.8;

/** The element that holds what the page is about: the one it marks so, else all of it. */
export function mainContent(document: Document): Document | Element {
  const marked = (matches: (element: Element) => boolean) => {
    const [found, ...others] = findAll(matches, document.children);
    if (found === undefined || others.length > 0) return undefined;
    return textContent(found).trim().length >= LEAST_CONTENT ? found : undefined;
  };
  return (
    marked((element) => element.name === 'main' || getAttributeValue(element, 'role') === 'main') ??
    marked((element) => element.name === 'article') ??
    document
  );
}

/** Whether an element is no part of what the page says: code, controls, navigation, or hidden. */
export function isLeftOut(element: Element): boolean {
  const { name, attribs } = element;
  if (SILENT.has(name) || name === 'nav' || name === 'form')
    return name !== 'form' || isSearch(element);
  if ('hidden' in attribs || attribs['aria-hidden'] === 'true') return true;
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribs.style ?? '')) return true;
  if (SURROUNDING_ROLES.has(attribs.role ?? '')) return true;
  if (LEFT_OUT.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`)) return true;
  if (name === 'ul' || name === 'ol') return isTableOfContents(element);
  return (name === 'header' || name === 'footer' || name === 'aside') && !isInside(element);
}

/** A form around a whole page is how some servers build pages; one without running text is a control. */
function isSearch(form: Element): boolean {
  return textContent(form).trim().length < LEAST_CONTENT;
}

/** The header of an article belongs to it, the header of the page does not. */
function isInside({ parent }: Element): boolean {
  for (let at = parent; at !== null; at = at.parent) {
    if (isTag(at) && (at.name === 'article' || at.name === 'section' || at.name === 'main')) {
      return true;
    }
  }
  return false;
}

function isTableOfContents(list: Element): boolean {
  const letters = textContent(list).replace(/\s+/g, '').length;
  const links = findAll(
    ({ name, attribs }) => name === 'a' && (attribs.href ?? '').startsWith('#'),
    list.children,
  );
  const linked = links.reduce((sum, link) => sum + textContent(link).replace(/\s+/g, '').length, 0);
  return links.length > 1 && linked >= letters * CONTENTS_SHARE;
}

/** The page's own name: its only main heading, else its title element. */
export function pageTitle(document: Document): string | undefined {
  const texts = (name: string) =>
    findAll((element) => element.name === name, document.children)
      .map((element) => plainText(element))
      .filter((text) => text !== '');
  const [heading, ...others] = texts('h1');
  return others.length === 0 && heading !== undefined ? heading : texts('title')[0];
}

/** An element's words with white space collapsed, left-out parts aside. */
export function plainText(node: ChildNode | Document): string {
  return words(node).replace(/\s+/g, ' ').trim();
}

function words(node: ChildNode | Document): string {
  if (isText(node)) return node.data;
  if (isTag(node)) {
    if (isLeftOut(node) || isBackLink(node)) return '';
    if (node.name === 'br') return '\n';
    if (node.name === 'img') return altText(node);
  }
  if (!('children' in node)) return '';
  const inner = node.children.map(words).join('');
  return isTag(node) && BLOCKS.has(node.name) ? `\n${inner}\n` : inner;
}

/** What a picture is said to show, where that is more than the name of an icon; empty otherwise. */
export function altText({ attribs }: Element): string {
  const text = (attribs.alt ?? '').replace(/\s+/g, ' ').trim();
  return text.split(' ').length >= FEWEST_ALT_WORDS ? ` ${text} ` : '';
}

/** The arrow behind a note that leads back to its mark. */
function isBackLink({ name, attribs, children }: Element): boolean {
  return (
    name === 'a' &&
    (attribs.href ?? '').startsWith('#') &&
    children.length === 1 &&
    /^(?:\s|\u2191|\u21A9|\uFE0E|\^)+$/.test(textContent(children))
  );
}

/** Elements that begin on a line of their own. */
export const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
