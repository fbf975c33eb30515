import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, fileRow, openPage, settled, textFile } from './page.ts';

test('files come by picker, drop and paste, and leave by their own button', async ({ page }) => {
  await openPage(page);
  await addFiles(page, [textFile('picked.txt', 'The lighthouse of Amrum is 41.8 metres high.')]);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['# Ferries\n\nThe ferry leaves at 7:15.'], 'dropped.md'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      window.dispatchEvent(
        new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
    }
  });
  await settled(page, 'dropped.md');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Bread is sold until noon on Sundays.');
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await settled(page, 'Pasted at');
  const answer = await ask(page, 'When does the ferry leave?');
  await expect(answer).toContainText('7:15');

  await page.getByRole('button', { name: strings.collection.remove('dropped.md') }).click();
  await expect(fileRow(page, 'dropped.md')).toHaveCount(0);
  await page.reload();
  await expect(fileRow(page, 'picked.txt')).toHaveAttribute('data-step', 'ready');
  await expect(fileRow(page, 'dropped.md')).toHaveCount(0);
});

test('a bad file is named with its reason while the others go on', async ({ page }) => {
  await openPage(page);
  const binary = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) % 256));
  await addFiles(page, [
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    textFile('blank.md', ' \n\n\t \n'),
    { name: 'binary.txt', mimeType: 'text/plain', buffer: binary },
    { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\0\0') },
    { name: 'ragged.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b,c\n1,2\n3,4,5,6\n') },
    textFile('line.txt', `${'word '.repeat(20_000)}end.`),
    textFile('good.txt', 'The archive opens at nine.'),
  ]);
  for (const name of ['empty.txt', 'blank.md', 'binary.txt', 'setup.exe']) {
    const row = fileRow(page, name);
    await expect(row).toHaveAttribute('data-step', 'failed');
    await expect(row.getByRole('alert')).toContainText(name);
  }
  for (const name of ['ragged.csv', 'line.txt', 'good.txt']) {
    await expect(fileRow(page, name)).toHaveAttribute('data-step', 'ready');
  }
  await expect(fileRow(page, 'empty.txt').getByRole('alert')).toContainText('empty');
});

test('a queue of files is cancelled as a whole, and what is ready stays', async ({ page }) => {
  await openPage(page);
  await addFiles(page, [textFile('kept.txt', 'This one is done.')]);
  await page
    .getByLabel(strings.collection.chooseFiles)
    .setInputFiles(
      Array.from({ length: 30 }, (_, i) =>
        textFile(`many-${i}.txt`, `File ${i}. ${'It has some sentences. '.repeat(40)}`),
      ),
    );
  await page.getByRole('button', { name: strings.collection.cancelAll, exact: true }).click();
  // The list draws only the rows in view, so its length is asked and not its last row.
  await expect(page.locator('[data-step]:not([data-step="ready"])')).toHaveCount(0);
  await expect(fileRow(page, 'kept.txt')).toHaveAttribute('data-step', 'ready');
  const length = Number(await fileRow(page, 'kept.txt').getAttribute('aria-setsize'));
  expect(length).toBeLessThan(31);
  await expect(
    page.getByRole('progressbar', { name: strings.collection.batchProgress }),
  ).toHaveCount(0);
});
