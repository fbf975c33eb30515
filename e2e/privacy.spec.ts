import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { privateDocument } from './fixtures/private-document.ts';
import {
  addFiles,
  ask,
  endpointSettings,
  openPage,
  outside,
  recordRequests,
  textFile,
} from './page.ts';
import { startReaderServer } from './reader-server.ts';

test('the evidence leaves and the private sentences stay, byte for byte', async ({ page }) => {
  const diary = privateDocument();
  const server = await startReaderServer();
  const requests = recordRequests(page);
  await openPage(page, { settings: endpointSettings(server.url) });
  await addFiles(page, [textFile(diary.name, diary.text)]);
  expect(server.requests).toEqual([]);

  const answer = await ask(page, diary.question);
  await expect(answer).toContainText('left your device');
  const sent = server.received();
  expect(sent).toContain(diary.evidence);
  for (const sentence of diary.privateSentences) expect(sent).not.toContain(sentence);
  for (const word of diary.privateWords) expect(sent).not.toContain(word);

  const left = outside(page, requests);
  expect(left.length).toBeGreaterThan(0);
  expect(left.every((url) => url === `${server.url}/v1/chat/completions`)).toBe(true);

  // The ledger holds exactly the bytes the server got.
  await page.getByRole('button', { name: /left this device$/ }).click();
  const bodies = server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  const dialog = page.getByRole('dialog');
  const entries = dialog.getByRole('button', { name: /about [\d,]+ tokens/ });
  await expect(entries).toHaveCount(bodies.length);
  await entries.first().click();
  await dialog.getByRole('tab', { name: strings.ledger.body }).click();
  expect(await dialog.getByTestId('exact-body').textContent()).toBe(bodies.at(-1));
  await server.close();
});
