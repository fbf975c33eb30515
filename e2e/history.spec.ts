import { expect, type Page, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, fileRow, openPage, textFile } from './page.ts';

const NOTE = textFile(
  'note.txt',
  'The meeting was moved to Thursday at ten. Lunch is at noon in the canteen. The lift is out of order until May.',
);
const words = strings.history;

async function openList(page: Page) {
  await page.getByRole('button', { name: words.open }).click();
  return page.getByRole('dialog').getByRole('list', { name: words.title });
}

/** Waits until so many answers stand in the browser's storage whole. */
async function keptAnswers(page: Page, count: number) {
  const finished = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('canopy-conversations');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const database = opening.result;
            const reading = database.transaction('turns').objectStore('turns').getAll();
            reading.onsuccess = () => {
              database.close();
              const bodies: { body?: { state: string } }[] = reading.result;
              resolve(bodies.filter(({ body }) => body?.state === 'done').length);
            };
          };
        }),
    );
  await expect.poll(finished).toBe(count);
}

test('a conversation outlives a reload with evidence to explore, and its document being removed', async ({
  page,
}) => {
  await openPage(page);
  await addFiles(page, [NOTE]);
  await expect(await ask(page, 'When is the meeting?')).toContainText('0 left your device');
  await keptAnswers(page, 1);
  await page.reload();
  const answer = page.getByRole('article').filter({ hasText: 'When is the meeting?' });
  await expect(answer).toContainText('Thursday');
  await expect(answer).toContainText('0 left your device');
  await expect(page.getByLabel(strings.ask.label)).toHaveValue('');
  const mark = answer.getByRole('button', { name: /^Evidence \d+$/ }).first();
  await mark.click();
  await expect(page.locator('[data-current="true"]').first()).toContainText('Thursday');
  const dial = page.getByRole('slider', { name: strings.evidence.dial });
  await dial.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText(strings.evidence.dialNote)).toBeVisible();
  await page.getByRole('button', { name: strings.evidence.source }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Lunch is at noon');
  await page.keyboard.press('Escape');

  await fileRow(page, NOTE.name)
    .getByRole('button', { name: strings.collection.remove(NOTE.name) })
    .click();
  await expect(fileRow(page, NOTE.name)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(words.gone)).toBeVisible();
  await answer
    .getByRole('button', { name: /^Evidence \d+$/ })
    .first()
    .click();
  await expect(page.locator('[data-current="true"]').first()).toContainText('Thursday');
});

test('conversations are listed, opened, deleted, and gone with everything else', async ({
  page,
}) => {
  await openPage(page);
  await addFiles(page, [NOTE]);
  await expect(await ask(page, 'When is the meeting?')).toContainText('Thursday');
  await page.getByRole('button', { name: words.startNew }).click();
  await expect(page.getByRole('heading', { name: strings.ask.introTitle })).toBeVisible();
  await expect(await ask(page, 'Where is lunch?')).toContainText('0 left your device');

  const list = await openList(page);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: /^When is the meeting/ }).click();
  await expect(page.getByRole('heading', { name: 'When is the meeting?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where is lunch?' })).toHaveCount(0);

  await openList(page);
  await list.getByRole('button', { name: words.remove('Where is lunch?') }).click();
  await list.getByRole('button', { name: words.removeNow, exact: true }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');

  const deleting = strings.settings.deleteAll;
  await page.getByRole('button', { name: strings.top.settings }).click();
  await page.getByRole('button', { name: deleting.open }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: deleting.confirm }).click();
  // The list says so once the store is empty; a reload before that would cut the deletion off.
  await expect(page.getByText(strings.collection.empty)).toBeVisible();
  await page.reload();
  await expect(page.getByText(strings.collection.empty)).toBeVisible();
  await page.getByRole('button', { name: words.open }).click();
  await expect(page.getByRole('dialog')).toContainText(words.none);
});

test('two tabs ask in one conversation and lose nothing', async ({ page, context }) => {
  await openPage(page);
  await addFiles(page, [NOTE]);
  await expect(await ask(page, 'When is the meeting?')).toContainText('Thursday');
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: words.open }).click();
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^When is the meeting/ })
    .click();
  await expect(await ask(second, 'Where is lunch?')).toContainText('0 left your device');
  await expect(page.getByRole('heading', { name: 'Where is lunch?' })).toBeVisible();
  await expect(await ask(page, 'When does the lift run again?')).toContainText(
    '0 left your device',
  );
  await keptAnswers(page, 3);
  await page.reload();
  await second.reload();
  for (const tab of [page, second]) {
    await expect(tab.getByRole('article').filter({ hasText: '0 left your device' })).toHaveCount(3);
  }
});
