import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, allReady, ask, endpointSettings, fileRow, openPage, textFile } from './page.ts';

const NOTE = textFile('note.txt', 'The meeting was moved to Thursday at ten.');

test('without IndexedDB the page works and says that nothing is kept', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      },
    });
  });
  await openPage(page);
  await expect(page.getByText(strings.collection.memoryOnly)).toBeVisible();
  await addFiles(page, [NOTE]);
  await expect(await ask(page, 'When is the meeting?')).toContainText('Thursday');
});

test('a second tab sees what the first one adds and removes', async ({ page, context }) => {
  await openPage(page);
  const second = await context.newPage();
  await second.goto('/');
  await addFiles(page, [NOTE]);
  await expect(fileRow(second, NOTE.name)).toHaveAttribute('data-step', 'ready');
  await expect(await ask(second, 'When is the meeting?')).toContainText('Thursday');
  await second.getByRole('button', { name: strings.collection.remove(NOTE.name) }).click();
  await expect(fileRow(page, NOTE.name)).toHaveCount(0);
});

test('settings outlive a reload and the key does not, unless asked to', async ({ page }) => {
  await openPage(page, { settings: endpointSettings('http://127.0.0.1:9') });
  const dialog = page.getByRole('dialog');
  const openSettings = () => page.getByRole('button', { name: strings.top.settings }).click();
  await openSettings();
  await dialog.getByLabel(strings.settings.key, { exact: true }).fill('secret-key-123');
  await dialog.getByRole('button', { name: strings.settings.advanced }).click();
  await dialog.getByLabel(strings.settings.k, { exact: true }).fill('7');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(
    'secret-key',
  );
  await page.reload();
  await openSettings();
  await expect(dialog.getByLabel(strings.settings.model)).toHaveValue('test-model');
  await expect(dialog.getByLabel(strings.settings.key, { exact: true })).toHaveValue('');
  await dialog.getByRole('button', { name: strings.settings.advanced }).click();
  await expect(dialog.getByLabel(strings.settings.k, { exact: true })).toHaveValue('7');

  await dialog.getByLabel(strings.settings.key, { exact: true }).fill('secret-key-123');
  await dialog.getByRole('switch', { name: strings.settings.saveKey }).click();
  await page.reload();
  await openSettings();
  await expect(dialog.getByLabel(strings.settings.key, { exact: true })).toHaveValue(
    'secret-key-123',
  );
  await dialog.getByRole('radio', { name: 'OpenAI' }).click();
  await expect(dialog.getByLabel(strings.settings.key, { exact: true })).toHaveValue('');
});

test('deleting everything leaves nothing in the browser', async ({ page }) => {
  await openPage(page);
  await addFiles(page, [NOTE]);
  const records = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('canopy');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const database = opening.result;
            const counting = database.transaction('regions').objectStore('regions').count();
            counting.onsuccess = () => {
              database.close();
              resolve(counting.result);
            };
          };
        }),
    );
  expect(await records()).toBeGreaterThan(0);
  const words = strings.settings.deleteAll;
  const warning = page.getByRole('alertdialog');
  await page.getByRole('button', { name: strings.top.settings }).click();
  await page.getByRole('button', { name: words.open }).click();
  await warning.getByRole('button', { name: words.keep }).click();
  await expect(warning).toHaveCount(0);
  expect(await records()).toBeGreaterThan(0);
  await page.getByRole('button', { name: words.open }).click();
  await warning.getByRole('button', { name: words.confirm }).click();
  // The dialog hides the rows from a count by role, so it is the list that tells.
  await expect(page.getByText(strings.collection.empty)).toBeVisible();
  await expect.poll(records).toBe(0);
  await page.reload();
  await expect(page.getByText(strings.collection.empty)).toBeVisible();
});

test('a collection of 200 documents opens again to the evidence with nothing embedded anew', async ({
  page,
}, info) => {
  test.setTimeout(600_000);
  await page.addInitScript(() => {
    const written: string[] = [];
    Object.assign(window, { written });
    for (const method of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[method];
      IDBObjectStore.prototype[method] = function (...values) {
        written.push(this.name);
        return write.apply(this, values);
      };
    }
  });
  const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written);
  await openPage(page);
  await page
    .getByLabel(strings.collection.chooseFiles)
    .setInputFiles(Array.from({ length: 200 }, (_, i) => textFile(`parcel-${i}.txt`, parcel(i))));
  await allReady(page, 200, 500_000);
  expect((await written()).filter((store) => store === 'regions').length).toBeGreaterThan(200);

  await page.reload();
  const opened = Date.now();
  const answer = await ask(page, 'How heavy is parcel 137?');
  await expect(answer).toContainText('weighs 140 kilograms');
  const seconds = ((Date.now() - opened) / 1000).toFixed(1);
  info.annotations.push({ type: 'reopening', description: `${seconds} s to the evidence` });
  console.log(`200 documents: ${seconds} s from the reload to the evidence`);
  expect((await written()).filter((store) => store === 'regions')).toEqual([]);
});

function parcel(number: number): string {
  return `Parcel ${number} weighs ${number + 3} kilograms. Its ship left the harbour on day ${number}.`;
}
