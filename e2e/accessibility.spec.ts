import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, openPage, textFile } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NOTES = textFile(
  'notes.md',
  '# Notes\n\nThe meeting was moved to Thursday. Lunch is at noon. The lift is out of order.\n\n| Room | Floor |\n| --- | --- |\n| Blue | 2 |\n| Green | 5 |\n',
);

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' || ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPage(page);
    expect(await violations(page), 'first screen').toEqual([]);
    await addFiles(page, [NOTES, textFile('empty.txt', '')]);
    const answer = await ask(page, 'On which floor is the room called Blue?');
    await expect(answer).toContainText('0 left your device');
    expect(await violations(page), 'answer').toEqual([]);
    await page.getByRole('button', { name: strings.evidence.source }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'document').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: strings.top.ledger(0) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page), 'ledger').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: strings.top.settings }).click();
    await page.getByRole('radio', { name: 'OpenAI' }).click();
    await page.getByRole('button', { name: strings.settings.advanced }).click();
    expect(await violations(page), 'settings').toEqual([]);
  });
}

test('the phone shows the same in three tabs with targets for a thumb', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab(strings.tabs.collection).click();
  await addFiles(page, [NOTES]);
  await tab(strings.tabs.conversation).click();
  const answer = await ask(page, 'When is the meeting?');
  await expect(answer).toContainText('Thursday');
  expect(await violations(page)).toEqual([]);
  await answer
    .getByRole('button', { name: /^Evidence \d+$/ })
    .first()
    .click();
  await expect(tab(strings.tabs.evidence)).toHaveAttribute('data-state', 'active');
  await expect(page.locator('[data-current="true"]').first()).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  for (const name of Object.values(strings.tabs).slice(0, 3)) {
    const box = await tab(name).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the main job runs from the keyboard alone', async ({ page }) => {
  await openPage(page);
  await addFiles(page, [NOTES]);
  await page.getByLabel(strings.ask.label).focus();
  await page.keyboard.type('When is the meeting?');
  await page.keyboard.press('Enter');
  const mark = page.getByRole('button', { name: /^Evidence \d+$/ }).first();
  await expect(mark).toBeVisible();
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-current="true"]').first()).toBeInViewport();
  const dial = page.getByRole('slider', { name: strings.evidence.dial });
  await dial.focus();
  await page.keyboard.press('End');
  await expect(page.getByText(strings.evidence.dialNote)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByText(strings.evidence.dialNote)).toBeVisible();
});
