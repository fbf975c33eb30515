import type { EvidenceForest } from '../core/evidence-forest.ts';
import { markSpans } from '../core/render-evidence.ts';
import type { Canopy } from '../library/canopy.ts';
import type { AnswerCallOptions } from '../library/options.ts';
import type { AnswerSummary } from '../pipeline/answer-events.ts';
import type { CliOptions } from './cli-options.ts';
import type { Terminal } from './terminal.ts';

/** Answers from what is indexed: the answer on standard output as it comes, its sources and figures after it. */
export async function answerFiles(
  options: CliOptions & AnswerCallOptions,
  canopy: Canopy,
  { out, err }: Terminal,
): Promise<void> {
  const { question, json, quiet, files: _f, encoder: _e, keyEnv: _k, ...call } = options;
  const isTelling = !json && !quiet;
  let evidence: readonly EvidenceForest[] = [];
  for await (const event of canopy.answer(question, call)) {
    if (event.type === 'reading') evidence = event.evidence;
    if (event.type === 'follow-up' && isTelling) err(`Round ${event.round}: ${event.query}\n`);
    if (event.type === 'critic-failed' && isTelling) err(`Not judged: ${event.error.message}\n`);
    if (event.type === 'answer-delta' && !json) out(event.text);
    if (event.type !== 'done') continue;
    if (json) out(`${JSON.stringify(asJson(question, event.summary, evidence), null, 2)}\n`);
    else {
      out(`\n\n${sourceLines(event.summary, evidence).join('\n')}\n`);
      if (isTelling) err(`${figures(event.summary)}\n`);
    }
  }
}

function asJson(
  question: string,
  { wholeTokens, keptTokens, ...summary }: AnswerSummary,
  evidence: readonly EvidenceForest[],
) {
  return { question, ...summary, tokensBefore: wholeTokens, tokensAfter: keptTokens, evidence };
}

/** One line per cited span. */
function sourceLines({ citations }: AnswerSummary, evidence: readonly EvidenceForest[]): string[] {
  const spans = markSpans(evidence);
  return [...new Set(citations.map(({ marker }) => marker))].map((marker) => {
    const { title, headingPath, provenance } = spans[marker - 1]!.forest;
    const heading = [title, ...headingPath].filter((part) => part !== '').join(' > ');
    return `[${marker}] ${provenance.source}${heading === '' ? '' : `: ${heading}`}`;
  });
}

function figures(summary: AnswerSummary): string {
  const { wholeTokens, keptTokens, rounds, modelCalls, seconds, reader } = summary;
  const asked =
    modelCalls === 0 ? 'nothing left this machine' : `${countOf(modelCalls, 'call')} to ${reader}`;
  const cut = `${wholeTokens} → ${keptTokens} tokens`;
  return `${cut}, ${countOf(rounds, 'round')}, ${seconds.toFixed(1)} s, ${asked}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
