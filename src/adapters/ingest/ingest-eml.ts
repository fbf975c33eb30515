import type { Address, Email } from 'postal-mime';
import { CanopyError } from '../../core/errors.ts';
import type { SourceFile } from '../../ports/ingester.ts';
import type { DocumentBlock } from './document-blocks.ts';
import { documentItems } from './document-items.ts';
import type { Format } from './format.ts';

/** Messages inside messages, and bytes of headers, that are followed at most. */
const LIMITS = { maxNestingDepth: 32, maxHeadersSize: 1024 * 1024 };

/** Mail messages: who wrote to whom and when, then what was written; attachments are named and left out. */
export const emlFormat: Format = {
  name: 'mail',
  extensions: ['eml'],
  async read(file, fallback, pause) {
    const mail = await parseMail(file);
    await pause();
    const body = await bodyBlocks(mail);
    if (body.length === 0 && mail.subject === undefined && mail.from === undefined) {
      throw malformed(file.name);
    }
    const items = documentItems([...headerBlocks(mail), ...body], {
      source: file.name,
      title: mail.subject,
      fallback,
    });
    return { items, warnings: attachmentWarnings(mail) };
  },
};

async function parseMail({ bytes, name }: SourceFile): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(bytes, LIMITS);
  } catch (cause) {
    if (/nest/i.test(String(cause))) throw nestedTooDeep(name, cause);
    throw malformed(name, cause);
  }
}

function headerBlocks(mail: Email): DocumentBlock[] {
  const lines = [
    ['From', addresses(mail.from === undefined ? [] : [mail.from])],
    ['To', addresses(mail.to ?? [])],
    ['Cc', addresses(mail.cc ?? [])],
    ['Date', dateOf(mail)],
    ['Subject', mail.subject ?? ''],
  ].filter(([, value]) => value !== '');
  if (lines.length === 0) return [];
  const text = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  return [{ kind: 'text', text, place: {} }];
}

/** As the message has it: the parser's own form is in universal time, which may be the day before. */
function dateOf({ headers, date = '' }: Email): string {
  return headers.find(({ key }) => key === 'date')?.value.trim() ?? date;
}

function addresses(list: readonly Address[]): string {
  return list
    .flatMap((entry) => (entry.group === undefined ? [entry] : entry.group))
    .map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? '')))
    .join(', ');
}

/** The plain part where there is one, else the HTML part, read like a web page. */
async function bodyBlocks({ text, html }: Email): Promise<DocumentBlock[]> {
  const plain = text?.trim() ?? '';
  if (plain !== '') {
    return plain
      .split(/\n\s*\n/)
      .map((paragraph): DocumentBlock => ({ kind: 'text', text: paragraph.trim(), place: {} }));
  }
  if (html === undefined) return [];
  const [{ parseDocument }, { htmlBlocks }] = await Promise.all([
    import('htmlparser2'),
    import('./html/html-blocks.ts'),
  ]);
  return htmlBlocks(parseDocument(html)).map((block): DocumentBlock => {
    if (block.kind === 'heading') return block;
    return block.kind === 'table' ? { ...block, place: () => ({}) } : { ...block, place: {} };
  });
}

function attachmentWarnings({ attachments }: Email): string[] {
  const names = attachments
    .filter(({ disposition, related }) => disposition !== 'inline' && !related)
    .map(({ filename }) => filename ?? 'one without a name');
  if (names.length === 0) return [];
  const files = names.length === 1 ? 'attachment was' : 'attachments were';
  return [`${names.length} ${files} left out: ${names.join(', ')}.`];
}

function nestedTooDeep(name: string, cause: unknown): CanopyError {
  return new CanopyError(
    'FILE_TOO_COMPLEX',
    `“${name}” holds messages more than ${LIMITS.maxNestingDepth} deep in one another.`,
    { nextStep: 'Open the message that you need and save that one.', cause },
  );
}

function malformed(name: string, cause?: unknown): CanopyError {
  return new CanopyError('FILE_MALFORMED', `“${name}” is no mail message.`, {
    nextStep: 'Save the message again as .eml, or add it as .txt.',
    ...(cause === undefined ? {} : { cause }),
  });
}
