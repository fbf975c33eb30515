/**
 * Photographs every screen of the built app for the documents, at two widths and in both colours:
 *
 *   npm run build && npx tsx scripts/screenshots.ts [docs/screenshots]
 *
 * A scripted endpoint on this machine answers, with marks on the evidence that really arrived.
 */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '../e2e/chromium.ts';
import { ask, endpointSettings, fileRow, openPage } from '../e2e/page.ts';
import { defaultAnswer, type ReceivedRequest, startReaderServer } from '../e2e/reader-server.ts';
import { strings } from '../src/app/strings.ts';

const PORT = 4184;
const PATIENCE_MS = 600_000;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };
const SAMPLES = ['metric-system.md', 'planets.csv', 'missions.csv'];

const folder = process.argv[2] ?? 'docs/screenshots';
await mkdir(folder, { recursive: true });
const server = await startReaderServer({ answer });
const preview = spawn('npx', ['vite', 'preview', '--host', '127.0.0.1', '--port', `${PORT}`], {
  stdio: 'ignore',
  detached: true,
});
const browser = await playwright.launch(chromium({ webgpu: false }));
try {
  await photographFirstVisit();
  await photographWork();
} finally {
  await browser.close();
  process.kill(-(preview.pid ?? 0));
  await server.close();
}

/** Answers with sentences, each marked where its words stand in the evidence. */
function answer(request: ReceivedRequest): string {
  if (request.purpose !== 'reader') return defaultAnswer(request);
  const mark = (words: string) => {
    const before = request.prompt.slice(0, request.prompt.indexOf(words));
    return before.match(/\[\d+\](?!.*\[\d+\])/s)?.[0] ?? '[1]';
  };
  return [
    '**Why:** its mass could not be trusted: in a hundred years most of the official copies had',
    `gained about 50 micrograms on the platinum cylinder ${mark('50 micrograms')}.`,
    `\n\n**Today** the kilogram rests on a fixed value of the Planck constant ${mark('Planck')}.`,
  ].join(' ');
}

async function newPage(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: WIDE,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  for (let tries = 0; ; tries++) {
    const answers = await fetch(`http://127.0.0.1:${PORT}/`).catch(() => undefined);
    if (answers?.ok) return page;
    if (tries > 60) throw new Error('The preview server does not answer.');
    await page.waitForTimeout(500);
  }
}

async function photographFirstVisit(): Promise<void> {
  const page = await newPage();
  await openPage(page, { samples: true });
  await expect(fileRow(page, 'planets.csv')).toBeVisible();
  await photograph(page, 'first-run');
  await page.context().close();
}

async function photographWork(): Promise<void> {
  const page = await newPage();
  await openPage(page, { samples: true, settings: endpointSettings(server.url) });
  for (const name of SAMPLES) {
    await expect(fileRow(page, name)).toHaveAttribute('data-step', 'ready', {
      timeout: PATIENCE_MS,
    });
  }
  const turn = await ask(page, strings.ask.samples[0]);
  await expect(turn).toContainText('left your device', { timeout: PATIENCE_MS });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  await photograph(page, 'answer');
  await photograph(page, 'collection', [NARROW], () => tab(strings.tabs.collection));
  const toEvidence = async () => {
    await tab(strings.tabs.conversation);
    await turn
      .getByRole('button', { name: /^Evidence \d+$/ })
      .first()
      .click();
  };
  await photograph(page, 'evidence', [NARROW], toEvidence);

  const source = page.getByRole('button', { name: strings.evidence.source }).first();
  await source.click();
  await photograph(page, 'document');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: strings.history.open }).click();
  await photograph(page, 'conversations');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: strings.top.settings }).click();
  await photograph(page, 'settings');
  await page.keyboard.press('Escape');
  const sent = server.requests.filter(({ method }) => method === 'POST').length;
  await page.getByRole('button', { name: strings.top.ledger(sent) }).click();
  await photograph(page, 'ledger');
  await page.keyboard.press('Escape');

  server.fail({ kind: 'status', status: 401, body: '{"error":{"message":"Incorrect API key"}}' });
  const failed = await ask(page, strings.ask.samples[1]);
  await expect(failed.getByRole('button', { name: strings.answer.retry })).toBeVisible();
  await photograph(page, 'fault');
  await page.context().close();
}

/** One screen at the widths asked for, light and dark; a narrow one may need another tab first. */
async function photograph(
  page: Page,
  name: string,
  sizes: readonly (typeof WIDE)[] = [WIDE, NARROW],
  reveal?: () => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await reveal?.();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(600);
      // Playwright writes PNG and JPEG only; WebP is a third of their size.
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'webp',
        quality: 82,
      });
      await session.detach();
      const file = `${folder}/${name}-${size.width}-${colorScheme}.webp`;
      await writeFile(file, Buffer.from(data, 'base64'));
      console.log(file);
    }
  }
  await page.setViewportSize(WIDE);
}
