import { expect, type Locator, type Page, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, openPage, textFile } from './page.ts';
import { violations } from './violations.ts';

const NOTES = textFile(
  'notes.md',
  '# Notes\n\nThe meeting was moved to Thursday. Lunch is at noon. The lift is out of order.\n\n| Room | Floor |\n| --- | --- |\n| Blue | 2 |\n| Green | 5 |\n',
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openPage(page);
    expect(await violations(page), 'first screen').toEqual([]);
    await addFiles(page, [NOTES, textFile('empty.txt', '')]);
    const answer = await ask(page, 'On which floor is the room called Blue?');
    await expect(answer).toContainText('0 left your device');
    expect(await violations(page), 'answer').toEqual([]);
    await answer.getByRole('button', { name: strings.exported.save }).click();
    await expect(page.getByRole('menuitem', { name: strings.exported.json })).toBeVisible();
    expect(await violations(page), 'ways to save').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: strings.history.open }).click();
    const list = page.getByRole('list', { name: strings.history.title });
    await list.getByRole('button', { name: /^Delete/ }).click();
    await expect(
      list.getByRole('button', { name: strings.history.removeNow, exact: true }),
    ).toBeFocused();
    expect(await violations(page), 'conversations').toEqual([]);
    await page.keyboard.press('Escape');
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
    const documents = page.getByRole('link', { name: strings.settings.documents });
    await page.goto((await documents.getAttribute('href')) ?? 'nowhere');
    await page.getByRole('link', { name: 'Troubleshooting', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'When something does not work',
    );
    expect(await violations(page), 'documents').toEqual([]);
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
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBeLessThanOrEqual(0);

  await tab(strings.tabs.conversation).click();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('button', { name: strings.history.startNew })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
});

/** Presses Tab until the element has the focus; fails when it never gets it. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The element cannot be reached with the Tab key.');
}

test('the main job runs from the keyboard alone: ask, read, save, look back, begin anew', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await openPage(page);
  await addFiles(page, [NOTES]);
  const question = page.getByLabel(strings.ask.label);
  await tabTo(page, question);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('When is the meeting?');
  await page.keyboard.press('Enter');
  const mark = page.getByRole('button', { name: /^Evidence \d+$/ }).first();
  await expect(mark).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  for (let presses = 0; presses < 30; presses++) {
    if (await mark.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-current="true"]').first()).toBeInViewport();

  const save = page.getByRole('button', { name: strings.exported.save });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('when-is-the-meeting.md');

  const dial = page.getByRole('slider', { name: strings.evidence.dial });
  await tabTo(page, dial);
  await page.keyboard.press('Home');
  await expect(page.getByText(strings.evidence.dialNote)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: strings.evidence.source }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Lunch is at noon');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: strings.evidence.source }).first()).toBeFocused();

  const conversations = page.getByRole('button', { name: strings.history.open });
  await conversations.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: strings.ask.introTitle })).toBeVisible();
  await tabTo(page, conversations);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^When is the/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'When is the meeting?' })).toBeVisible();
});
