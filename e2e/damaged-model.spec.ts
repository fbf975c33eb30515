import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { addFiles, ask, openPage, textFile } from './page.ts';

const NOTE = textFile('note.txt', 'The meeting was moved to Thursday at ten.');
const MODEL = /\/models\/.*\.onnx$/;

/** The file that a request asks for, with one byte changed. */
function damaged(url: string): Buffer {
  const bytes = Buffer.from(readFileSync(`public${new URL(url).pathname}`));
  bytes[1000]! ^= 1;
  return bytes;
}

test('a model file with another SHA-256 is refused by name, and works once it is right', async ({
  page,
  context,
}) => {
  await context.route(MODEL, (route) => route.fulfill({ body: damaged(route.request().url()) }));
  await openPage(page);
  await expect(page.getByText(/\.onnx is damaged: its SHA-256 is another/).first()).toBeVisible();
  await context.unroute(MODEL);
  await page.reload();
  await addFiles(page, [NOTE]);
  await expect(await ask(page, 'When is the meeting?')).toContainText('Thursday');
});
