import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { ask, openPage } from './page.ts';
import { LONGEST_WORK_MS, recordedWork, recordWork } from './page-work.ts';

const FILES = 1000;

test('1,000 files are added, and the first hundred indexed, while the page stays responsive', async ({
  page,
}, info) => {
  test.setTimeout(300_000);
  await openPage(page);
  // From a folder, as a person's files are: handed over as bytes, the page itself would have to decode them.
  const folder = info.outputPath('parcels');
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: FILES }, (_, i) => join(folder, `file-${i}.txt`));
  await Promise.all(
    files.map((file, i) =>
      writeFile(file, `Parcel ${i} weighs ${i + 3} kilograms. It left on day ${i}.`),
    ),
  );
  const picker = page.getByLabel(strings.collection.chooseFiles);
  await picker.waitFor({ state: 'attached' });
  await recordWork(page);
  await picker.setInputFiles(files);
  // The first finished file waits for the encoder.
  await expect(page.locator('[data-step="ready"]').first()).toBeVisible({ timeout: 120_000 });
  await page.getByLabel(strings.ask.label).fill('How heavy is parcel 3?');
  // All of them would take minutes and be more of the same.
  await expect(page.getByText(/^\d{3} files · /)).toBeVisible({ timeout: 240_000 });
  const [longest, ...others] = await recordedWork(page);
  const report = `longest work ${longest?.cpu.toFixed(0)} ms of processor time, ${longest?.duration.toFixed(0)} ms in all`;
  info.annotations.push({ type: 'responsiveness', description: report });
  console.log(report, longest?.name, others.slice(0, 3));
  expect(longest?.cpu, longest?.name).toBeLessThan(LONGEST_WORK_MS);
  await expect(await ask(page, 'How heavy is parcel 3?')).toContainText('0 left your device');
});

test('work that holds the page for long is found', async ({ page }) => {
  await openPage(page);
  await expect(page.getByLabel(strings.ask.label)).toBeVisible();
  await recordWork(page);
  // A second by the clock, of which a crowded machine gives a part.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          const end = performance.now() + 1000;
          while (performance.now() < end);
          resolve();
        });
      }),
  );
  const [longest] = await recordedWork(page);
  expect(longest?.cpu).toBeGreaterThan(LONGEST_WORK_MS);
});
