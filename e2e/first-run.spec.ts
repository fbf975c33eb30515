import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { ask, fileRow, openPage, outside, recordRequests } from './page.ts';

const SAMPLES = [
  'metric-system.md',
  'si-units.md',
  'planets-guide.md',
  'outer-planets-voyages.txt',
  'planets.csv',
  'moons.csv',
  'missions.csv',
];

test('a first visit answers on the device, and a reload embeds nothing again', async ({ page }) => {
  test.setTimeout(300_000);
  const requests = recordRequests(page);
  await openPage(page, { samples: true });
  const question = page.getByLabel(strings.ask.label);
  await expect(question).toHaveValue(strings.ask.samples[0]);
  await page.getByRole('button', { name: strings.ask.send, exact: true }).click();

  const answer = page.getByRole('article').first();
  await expect(answer).toContainText('0 left your device', { timeout: 240_000 });
  await expect(answer).toContainText(strings.answer.extractive);
  await expect(answer).toContainText('on this device');
  for (const name of SAMPLES) {
    await expect(fileRow(page, name)).toHaveAttribute('data-step', 'ready');
  }
  const quote = await answer.getByText(/“.+”/).first().textContent();
  expect(quote?.length).toBeGreaterThan(20);

  await answer
    .getByRole('button', { name: /^Evidence \d+$/ })
    .first()
    .click();
  const current = page.locator('[data-current="true"]').first();
  await expect(current).toBeInViewport();
  await page
    .getByRole('article')
    .filter({ has: current })
    .getByRole('button', { name: strings.evidence.source })
    .click();
  await expect(page.getByRole('dialog').locator('[data-current="true"]').first()).toBeInViewport();
  await page.keyboard.press('Escape');

  await expect(page.getByRole('button', { name: strings.top.ledger(0) })).toBeVisible();
  expect(outside(page, requests)).toEqual([]);

  // A renewal may come and go between two looks, so whatever appears is recorded.
  await page.addInitScript((renewing) => {
    const seen = new Set<string>();
    Object.assign(window, { seenSteps: seen });
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[data-step]')) {
        seen.add(row.getAttribute('data-step') ?? '');
      }
      if (document.querySelector(`[aria-label="${renewing}"]`) !== null) seen.add('renewal');
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, strings.collection.renewing);
  await page.reload();
  for (const name of SAMPLES) {
    await expect(fileRow(page, name)).toHaveAttribute('data-step', 'ready');
  }
  const again = await ask(page, strings.ask.samples[1]);
  await expect(again).toContainText('0 left your device', { timeout: 60_000 });
  const steps = await page.evaluate(() => [
    ...(window as unknown as { seenSteps: Set<string> }).seenSteps,
  ]);
  expect(steps).toEqual(['ready']);
});
