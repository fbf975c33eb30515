import { NO_COST } from './model-cost.ts';
import type { TableQuestion, TableQuestionClassifier } from './table-question.ts';

/**
 * Wordings that ask over several rows, each with what it is called in the reason. Found on training questions of three
 * data sets and held against gold rows by `eval/table-question.ts`.
 */
const AGGREGATE_SIGNS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(total|sum|average|mean|median|overall|altogether|combined|percentage|share|ratio|proportion|margin)\b/i,
    'a total',
  ],
  [
    /\b(most|least|fewest|more|less|fewer|than|versus|vs|compared?|comparison|differ(ence)?|between|change[ds]?|increase[ds]?|decrease[ds]?|growth)\b/i,
    'a comparison',
  ],
  [
    /\b(won|wins?|winners?|beat|beaten|defeat(ed)?|lead|led|outcome|results?|perform(ed|ance)?|fare)\b/i,
    'a comparison',
  ],
  [/\b(rank(ed|ing|s)?|top|bottom|first|last|second|third|\d+(st|nd|rd|th))\b/i, 'a rank'],
  [
    /\b(?!(?:interest|forest|west|east|test|rest|guest|request|harvest|invest|protest|contest)\b)\w{3,}est\b/i,
    'a superlative',
  ],
  [/\b(best|worst|maximum|minimum|max|min)\b/i, 'a superlative'],
  [
    /\b(all|every|each|any|both|list|which of|only|others?|none|no|some|different|several|various|two|three|four|five|respective(ly)?|types?|kinds?|components?|members?)\b/i,
    'a list of rows',
  ],
  // A plural soon after the question word, and "are" or "were" right after it.
  [
    /\b(which|what|whose)\s+(?:[\w’'-]+\s+){0,3}?(?!(?:does|has|was|is|series|news|basis|status|address|process|class|business|press|loss|gross|across|census|campus|bonus|species)\b)[a-z]{3,}[^su\W]s\b/i,
    'a list of rows',
  ],
  [/\b(what|which|who|where|when) (are|were)\b/i, 'a list of rows'],
  // Two questions in one, and two names or numbers joined by "and".
  [/\band (when|where|what|who|which|how|for|with|in what|in which|on what)\b/i, 'several things'],
  [
    /(\p{Lu}[\p{L}.’'-]*|\d{2,})(,? \p{L}+)?,? and (the |in )?["“'‘]?(\p{Lu}|\d{2,})/u,
    'several rows',
  ],
];
const COUNT = /\bhow many\b/i;
/** A count that is a figure of one named row: "how many seats does the Oval have". */
const COUNT_OF_ONE_ROW = /\b[Hh]ow many (\w+ ){1,3}(did|does|do|has|had) (the )?\p{Lu}/u;
/** A name or number that can point to one row: a capitalised word inside the question, a quotation, digits. */
const ROW_SIGN = /\S\s+["“'«]?(\p{Lu}[\p{L}\p{M}'’-]+|\d[\d.,]*)/u;
/** Questions for one cell. */
const CELL_QUESTION =
  /^\s*(what|when|where|who|which|in (what|which)|on (what|which)|at (what|which)|how (much|long|old|far|high|tall|large|big|many))\b/i;

/**
 * Classifies by transparent rules, for use without a language model and for English wordings: lookup only when the
 * question asks for one cell, names its row, and shows no sign of an aggregate. Everything else stays whole. Ours.
 */
export const ruleTableQuestion: TableQuestionClassifier = {
  classify: (question) => Promise.resolve({ ...classifyByRules(question), cost: NO_COST }),
};

/** What in the question's wording asks over several rows, as a sentence; undefined where nothing does. English, ours. */
export function aggregateSign(question: string): string | undefined {
  for (const [sign, name] of AGGREGATE_SIGNS) {
    const match = sign.exec(question);
    if (match !== null) return `“${match[0].trim()}” may ask for ${name}.`;
  }
  return COUNT.test(question) && !COUNT_OF_ONE_ROW.test(question)
    ? '“How many” may ask for a count of rows.'
    : undefined;
}

function classifyByRules(question: string): Omit<TableQuestion, 'cost'> {
  const sign = aggregateSign(question);
  if (sign !== undefined) return { kind: 'aggregate', reason: sign };
  const row = ROW_SIGN.exec(question)?.[1];
  if (row !== undefined && CELL_QUESTION.test(question)) {
    return { kind: 'lookup', reason: `It asks for one value and names its row (“${row}”).` };
  }
  return { kind: 'aggregate', reason: 'It does not clearly name one row, so tables stay whole.' };
}
