import { cpus, loadavg } from 'node:os';
import type { Page } from '@playwright/test';

/** A script that held the page. */
export interface LongScript {
  /** Milliseconds. */
  readonly duration: number;
  /** Where it is from, and what called it. */
  readonly source: string;
}

/** The part of Chromium's `PerformanceLongAnimationFrameTiming` that is read here. */
interface LongFrame extends PerformanceEntry {
  readonly scripts: readonly {
    readonly duration: number;
    readonly sourceURL: string;
    readonly invoker: string;
  }[];
}

type Recording = Window & { longScripts: LongScript[] };

const LONGEST_SCRIPT_MS = 50;
const MOST_CROWDING = 3;

/** Records, from the next navigation on, each script of more than 20 ms. */
export async function recordLongScripts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const long: LongScript[] = [];
    Object.assign(window, { longScripts: long });
    // Long animation frames name the script that took the time, which long tasks do not.
    new PerformanceObserver((list) => {
      for (const frame of list.getEntries() as LongFrame[]) {
        for (const { duration, sourceURL, invoker } of frame.scripts) {
          if (duration > 20) long.push({ duration, source: `${sourceURL} ${invoker}` });
        }
      }
    }).observe({ type: 'long-animation-frame', buffered: true });
  });
}

/** Starts the record anew: what the page does while it opens is not asked here. */
export async function forgetLongScripts(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as Recording).longScripts.length = 0;
  });
}

/** The recorded scripts, longest first. */
export async function longScripts(page: Page): Promise<LongScript[]> {
  // The record comes after the frame it tells of.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const long = await page.evaluate(() => (window as unknown as Recording).longScripts);
  return long.sort((a, b) => b.duration - a.duration);
}

/**
 * Milliseconds that one script may take. A machine shared with other work stretches every duration, so it is asked before
 * the test, whose own work is no excuse; and no crowding excuses 200 ms.
 */
export function longestAllowed(): number {
  const crowding = Math.max(1, (loadavg()[0] ?? 1) / cpus().length);
  return LONGEST_SCRIPT_MS * Math.min(MOST_CROWDING, crowding);
}
