import { type CollectionFile, isUnderWay, type WorkSample } from './collection-state.ts';

/** Milliseconds of the past that tell how fast the work goes on. */
const WINDOW = 60_000;
/** Samples nearer to each other than this are one. */
const APART = 1000;
/** Before so much was seen nothing is said: milliseconds, and regions. */
const LEAST_TIME = 5000;
const LEAST_WORK = 3;
/** Milliseconds without any progress after which the pace is no longer known. */
const STALLED = 30_000;
/** Share of what is left that may be guessed by the size of files of a kind that was not seen yet. */
const MOST_GUESSED = 0.5;

/** The samples with `work` more regions done at `at`; only those that still tell the pace are kept. */
export function noteWork(
  seen: readonly WorkSample[],
  at: number,
  work: number,
): readonly WorkSample[] {
  const next = { at, done: (seen.at(-1)?.done ?? 0) + work };
  const kept = seen.filter((sample) => sample.at >= at - WINDOW);
  const before = kept.at(-2);
  const isNear = before !== undefined && at - before.at < APART;
  return [...(isNear ? kept.slice(0, -1) : kept), next];
}

/** Regions embedded in a second; undefined as long as too little was seen, and when nothing has come for a while. */
export function workPace(seen: readonly WorkSample[], now: number): number | undefined {
  const first = seen[0];
  const last = seen.at(-1);
  if (first === undefined || last === undefined || now - last.at > STALLED) return undefined;
  const work = last.done - first.done;
  const time = now - first.at;
  return time < LEAST_TIME || work < LEAST_WORK ? undefined : work / (time / 1000);
}

/**
 * Regions that are left of all files under way. Those of a file that is not read yet are taken from its size and from what
 * files of the same kind held; undefined while most of the sum would be taken from files of other kinds.
 */
export function workLeft(files: readonly CollectionFile[]): number | undefined {
  const density = densities(files);
  let known = 0;
  let guessed = 0;
  for (const file of files.filter(isUnderWay)) {
    if (file.state.step === 'embedding') known += file.state.total - file.state.done;
    else {
      const own = density.byKind.get(kindOf(file.name));
      if (own !== undefined) known += own * file.bytes;
      else if (density.all === undefined) return undefined;
      else guessed += density.all * file.bytes;
    }
  }
  const left = known + guessed;
  return guessed > MOST_GUESSED * left ? undefined : left;
}

/** Regions in a byte of the files whose regions are known, by kind and over all of them. */
function densities(files: readonly CollectionFile[]): {
  readonly byKind: ReadonlyMap<string, number>;
  readonly all: number | undefined;
} {
  const sums = new Map<string, { regions: number; bytes: number }>();
  const all = { regions: 0, bytes: 0 };
  for (const { name, bytes, state } of files) {
    const regions = knownRegions(state);
    if (regions === undefined || bytes === 0) continue;
    const own = sums.get(kindOf(name)) ?? { regions: 0, bytes: 0 };
    sums.set(kindOf(name), { regions: own.regions + regions, bytes: own.bytes + bytes });
    all.regions += regions;
    all.bytes += bytes;
  }
  const byKind = new Map([...sums].map(([kind, sum]) => [kind, sum.regions / sum.bytes]));
  return { byKind, all: all.bytes === 0 ? undefined : all.regions / all.bytes };
}

function knownRegions(state: CollectionFile['state']): number | undefined {
  if (state.step === 'embedding') return state.total;
  // A tree that splits in two has about as many regions above its leaves as leaves.
  return state.step === 'ready' ? 2 * state.document.leaves : undefined;
}

function kindOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
