import type { EvidenceForest } from '../core/evidence-forest.ts';
import { markSpans } from '../core/render-evidence.ts';
import { costOf } from './cost.ts';
import { formatClock } from './format.ts';
import { provenanceWords } from './provenance-words.ts';
import { strings } from './strings.ts';
import type { Turn } from './turn.ts';

const words = strings.exported;

/** The units in which a span's `start` and `end` are given. */
const UNITS = {
  text: 'utf-16',
  image: 'utf-16',
  table: 'rows',
  video: 'milliseconds',
} as const;

/** What the reader got, or where it never came to that, what was kept so far. */
function forestsOf({ reading, evidence, gone = [] }: Turn): readonly EvidenceForest[] {
  return reading ?? [...evidence.map(({ forest }) => forest), ...gone];
}

/** An answer with its evidence as plain data: verbatim spans, where each stands, and how they were found. */
export function answerData(turn: Turn): object {
  const { summary } = turn;
  return {
    format: 'canopy-answer',
    version: 1,
    question: turn.question,
    askedAt: new Date(turn.askedAt).toISOString(),
    state: turn.state,
    answer: turn.text,
    answeredBy: { onDevice: turn.host === undefined, host: turn.host, reader: summary?.reader },
    isQuotation: summary?.extractive,
    tokens: summary && { found: summary.wholeTokens, kept: summary.keptTokens },
    sentTokens: summary?.sentTokens,
    usage: summary?.usage,
    estimatedCost: costOf(turn),
    seconds: summary?.seconds,
    rounds: turn.rounds.map(({ round, query, missing, verdict }) => ({
      ...{ round, query, missing },
      sufficient: verdict?.sufficient,
      rationale: verdict?.rationale,
    })),
    citations: summary?.citations,
    evidence: markSpans(forestsOf(turn)).map(({ marker, forest, span }) => ({
      marker,
      itemId: forest.itemId,
      kind: forest.modality,
      title: forest.title,
      headingPath: forest.headingPath,
      provenance: forest.provenance,
      header: forest.header === '' ? undefined : forest.header,
      unit: UNITS[forest.modality],
      start: forest.spans[span]?.start,
      end: forest.spans[span]?.end,
      text: forest.spans[span]?.text,
    })),
    error: turn.error && { code: turn.error.code, message: turn.error.message },
  };
}

/** Answers as indented JSON: one object, or a list of several. */
export function answersAsJson(turns: readonly Turn[]): string {
  const [only, ...others] = turns.map(answerData);
  return `${JSON.stringify(others.length === 0 ? only : [only, ...others], undefined, 2)}\n`;
}

/** Answers as Markdown, each with its evidence in fenced blocks, so that every span stands there to the letter. */
export function answersAsMarkdown(turns: readonly Turn[]): string {
  return turns.map(answerMarkdown).join('\n\n---\n\n');
}

function answerMarkdown(turn: Turn): string {
  const { summary, host } = turn;
  const facts = [
    words.asked(new Date(turn.askedAt).toISOString()),
    words.by(summary?.extractive === true, host),
    ...(summary === undefined
      ? []
      : [strings.answer.tokens(summary.wholeTokens, summary.keptTokens)]),
    ...(turn.state === 'done' ? [] : [words.unfinished]),
  ];
  const spans = markSpans(forestsOf(turn)).map(({ marker, forest, span }) => {
    const { text = '', start = 0, end = 0 } = forest.spans[span] ?? {};
    const place = [
      forest.provenance.source,
      provenanceWords(forest.provenance),
      forest.modality === 'video' ? `${formatClock(start / 1000)}–${formatClock(end / 1000)}` : '',
    ];
    const title = [forest.title, ...forest.headingPath].filter(Boolean).join(' › ');
    return [
      `### [${marker}] ${escaped(title)}`,
      escaped(place.filter(Boolean).join(', ')),
      fenced(forest.header === '' ? text : `${forest.header}\n${text}`),
    ].join('\n\n');
  });
  return [
    `# ${escaped(turn.question)}`,
    turn.text,
    `*${escaped(facts.join(' · '))}*`,
    `## ${words.evidence}`,
    ...(spans.length === 0 ? [words.none] : spans),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** On one line, and without a meaning to Markdown. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&');
}

/** A fence longer than any in the text: nothing inside can end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** A name for the file, out of the first question; a whole conversation never has the name of its first answer. */
export function exportName(turns: readonly Turn[], extension: 'md' | 'json'): string {
  const slug = (turns[0]?.question ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '');
  const name = slug === '' ? 'answer' : slug;
  return `${name}${turns.length > 1 ? '-conversation' : ''}.${extension}`;
}
