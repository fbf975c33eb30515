import type { Browser, Page } from '@playwright/test';

/** A piece of work that held the page's main thread: a call of a script, a layout, a collection of garbage. */
export interface PageWork {
  /** Milliseconds that the processor spent on it. */
  readonly cpu: number;
  /** Milliseconds until it was over, with those in which the machine did other work. */
  readonly duration: number;
  /** What it was, by Chromium's name, and of a call its place. */
  readonly name: string;
}

/** The part of Chromium's trace events that is read here; times are microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly name?: string;
    readonly data?: { readonly url?: string; readonly lineNumber?: number };
  };
}

/**
 * Milliseconds of processor time that one piece of work may take: what makes a task long. The processor's time is asked, and
 * not the clock's, since on a machine shared with other work the clock says how busy that is.
 */
export const LONGEST_WORK_MS = 50;

/** Records the work of a page's main thread from here on. */
export async function recordWork(page: Page): Promise<void> {
  await browserOf(page).startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
}

/** The work since the record began, longest first; ends the record. */
export async function recordedWork(page: Page): Promise<PageWork[]> {
  const { traceEvents } = JSON.parse((await browserOf(page).stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  // A task also holds the browser's own work, such as taking a thousand files from the picker.
  return traceEvents
    .filter((event) => event.name !== 'RunTask' && threads.has(threadOf(event)))
    .map(({ name, dur = 0, tdur = 0, args }) => ({
      cpu: tdur / 1000,
      duration: dur / 1000,
      name: [name, args?.data?.url, args?.data?.lineNumber].filter(Boolean).join(' '),
    }))
    .sort((a, b) => b.cpu - a.cpu);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}

function browserOf(page: Page): Browser {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own to trace.');
  return browser;
}
