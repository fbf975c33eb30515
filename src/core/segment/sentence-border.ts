/**
 * Decides whether a sentence really ends where Intl.Segmenter says so. Unicode's rules know no abbreviations, initials or
 * references, so most of its mistakes in running text are borders too many. Ours.
 */

const words = (list: string) => new Set(list.split(/\s+/).filter(Boolean));

/** Never end a sentence. */
const TITLES = words(`
  dr mr mrs ms mx prof messrs mme mlle gen sen rep gov lt col capt cpt cmdr sgt maj adm rev hon pres supt
  st mt ft vs v viz cf e.g i.e eg ie approx ca resp incl esp dipl ing mag assoc asst z.b d.h bzw vgl`);
/** End a sentence unless a number, a reference or a bracket follows. */
const REFERENCES = words(`
  fig figs no nos nr sec sect secs ch chap vol vols eq eqs p pp para paras art arts ref refs tab app ex
  ed eds op pt pts ver b c d`);
/** End a sentence only when a word follows with which sentences like to begin. */
const AMBIGUOUS = words(`
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
  inc ltd co corp bros llc plc dept univ est jr sr esq al etc ph.d m.d b.a m.a a.m p.m ave blvd rd u.s u.k u.n
  dist cal calif fla mass mich minn pa tex va wash ore ariz colo conn ill ind`);

const STARTERS = words(`
  the a an in on at it its he she they his her hers their theirs this that these those we our you your i there here
  but and or so yet however although though when while where after before since during until as for from with by if
  some many most several all both such also another other others one two three under over despite because thus
  therefore hence then later today now not what who how why which each every no nor only according once upon to`);

const LAST_WORD = /(?:^|[\s([{"'“‘«–—/-])((?:[\p{L}\p{M}]+\.)*[\p{L}\p{M}]+)\.$/u;
const INITIAL = /^(?:\p{Lu}|(?:\p{L}\.)+\p{L})$/u;
const NEXT_WORD = /^["'“‘«(]*([\p{L}\p{M}]+)(?=[\s,'’])/u;
const MARKER = /^["'“(]*(?:\[\d+\]|\(?(?:[\d.]+|\p{L}|[ivxlcIVXLC]+)[.)]|[-*+•–])\.?$/u;
/** Scripts without capitals and spaces end sentences by their own signs: these borders are always real. */
const UNSPACED_END = /[。！？｡]["'”’』」》）)\]]*$/u;

/**
 * Whether a sentence ends where the segmenter would cut: not after titles, initials, references and list markers, nor
 * before what cannot begin a sentence. Ours.
 *
 * @param left the end of the sentence so far, without the white space after it; `isStart` says that it is the whole of it.
 * @param gap white space between both.
 * @param right what follows.
 */
export function isSentenceBorder(
  left: string,
  isStart: boolean,
  gap: string,
  right: string,
): boolean {
  if (isStart && MARKER.test(left)) return false;
  if (UNSPACED_END.test(left)) return !/^["'”’』」》）)\]，、；：]/u.test(right);
  if (gap === '' || /[([{«“‘]$/.test(left)) return false;
  // "Cheer up!" (2014) names a work; the exclamation mark is part of the name.
  if (/[!?]["”’]$/.test(left) && /^\(\d/.test(right)) return false;
  // Whatever cannot begin a sentence belongs to the one before: small letters, closing brackets, commas, [12].
  if (/^(?:\p{Ll}|[,;:)\]}»”’%…]|''|\[\d+(?:[,–-]\s*\d+)*\])/u.test(right)) return false;
  const word = LAST_WORD.exec(left)?.[1];
  if (word === undefined) return true;
  const lower = word.toLowerCase();
  if (TITLES.has(lower)) return false;
  // Single letters are references in small print only; "P." is an initial.
  if (REFERENCES.has(word.length === 1 ? word : lower))
    return !/^[([]*(?:\d|§|[IVXLC]+\b)/.test(right);
  if (INITIAL.test(word) || AMBIGUOUS.has(lower)) return startsSentence(right);
  return true;
}

function startsSentence(right: string): boolean {
  const next = NEXT_WORD.exec(right)?.[1];
  return next !== undefined && STARTERS.has(next.toLowerCase());
}
