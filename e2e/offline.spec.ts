import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, fileRow, openPage, outside, recordRequests, textFile } from './page.ts';

test.use({ serviceWorkers: 'allow' });

const NOTE = textFile('note.txt', 'The meeting was moved to Thursday at ten. Lunch is at noon.');

test('a second visit without a network opens the page and answers a question on the device', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  const requests = recordRequests(page);
  await openPage(page);
  await addFiles(page, [NOTE]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect(outside(page, requests)).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(fileRow(page, NOTE.name)).toHaveAttribute('data-step', 'ready');
  const answer = await ask(page, 'When is the meeting?');
  await expect(answer).toContainText('Thursday');
  await expect(answer).toContainText('0 left your device');
  await page.getByRole('button', { name: strings.top.settings }).click();
  await expect(page.getByRole('dialog')).toContainText(strings.settings.storage.title);
  // The models are in the encoder's own cache and in no other.
  const kept = await page.evaluate(async () => {
    const found: Record<string, number> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const models = (await cache.keys()).filter(({ url }) => url.endsWith('.onnx'));
      if (models.length > 0) found[name] = models.length;
    }
    return found;
  });
  expect(kept).toEqual({ 'canopy-models': 1 });
});

test('the page can be installed', async ({ page }) => {
  await openPage(page);
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: strings.name, display: 'standalone', start_url: '.' });
  for (const { src } of manifest.icons as { src: string }[]) {
    expect((await page.request.get(`/${src}`)).ok(), src).toBe(true);
  }
});
