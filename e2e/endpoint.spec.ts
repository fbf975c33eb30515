import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, endpointSettings, openPage, textFile } from './page.ts';
import { defaultAnswer, type ReaderServer, startReaderServer } from './reader-server.ts';

const TOWN = textFile(
  'town.md',
  '# Town\n\n## Harbour\n\nThe harbour was dug in 1871 by order of Mayor Ilse Brandt. It is nine metres deep.\n\n## People\n\nIlse Brandt was born in Husum. She died in 1902.\n',
);

let server: ReaderServer;
test.beforeEach(async () => {
  server = await startReaderServer();
});
test.afterEach(() => server.close());

test('an answer streams, its mark jumps to the span, and the figures stand under it', async ({
  page,
}) => {
  await openPage(page, { settings: endpointSettings(server.url) });
  await addFiles(page, [TOWN]);
  server.script((request) =>
    request.purpose === 'reader'
      ? 'The harbour was dug in **1871** [1].\n\n- by order of the mayor [1]'
      : defaultAnswer(request),
  );
  const answer = await ask(page, 'When was the harbour dug?');
  await expect(answer).toContainText('1871');
  await expect(answer).toContainText(new URL(server.url).host);
  await expect(answer).toContainText(/[\d,]+ → [\d,]+ tokens · \d rounds? · [\d.]+ s/);
  await answer
    .getByRole('button', { name: strings.answer.mark(1) })
    .first()
    .click();
  const current = page.locator('[data-current="true"]').first();
  await expect(current).toBeInViewport();
  await expect(current).toContainText(/harbour|Brandt|Husum|1902/i);
});

test('a follow-up becomes a chapter with what the critic missed', async ({ page }) => {
  await openPage(page, { settings: { ...endpointSettings(server.url), k: 1 } });
  await addFiles(page, [TOWN]);
  let asked = 0;
  server.script((request) => {
    if (request.purpose !== 'critic') return defaultAnswer(request);
    asked += 1;
    return asked === 1
      ? '{"rationale": "Names the mayor only.", "answer": null, "sufficient": false, "missing": "where the mayor was born", "query": "Ilse Brandt born in Husum"}'
      : defaultAnswer(request);
  });
  const answer = await ask(page, 'Where was the person born who had the harbour dug?');
  await expect(answer).toContainText('2 rounds');
  await expect(
    page.getByRole('heading', { name: /^Round 2, because the critic missed: where the mayor/ }),
  ).toBeVisible();
});

test('the latest question wins and a stopped one says so', async ({ page }) => {
  await openPage(page, { settings: endpointSettings(server.url) });
  await addFiles(page, [TOWN]);
  server.fail({ kind: 'slow', milliseconds: 1500 });
  const first = await ask(page, 'When was the harbour dug?');
  const second = await ask(page, 'How deep is the harbour?');
  await expect(first).toContainText(strings.answer.stopped);
  await second.getByRole('button', { name: strings.ask.stop }).click();
  await expect(second).toContainText(strings.answer.stopped);
  server.fail(undefined);
  await first.getByRole('button', { name: strings.answer.again }).click();
  await expect(first).toContainText('left your device');
});

test('faults stand in the place of the answer with a next step, and a retry heals', async ({
  page,
}) => {
  await openPage(page, { settings: { ...endpointSettings(server.url), rounds: 1 } });
  await addFiles(page, [TOWN]);
  server.fail({ kind: 'status', status: 401 });
  const answer = await ask(page, 'When was the harbour dug?');
  await expect(answer.getByRole('alert')).toContainText(/key/i);
  server.fail({ kind: 'cut', afterPieces: 2 });
  await answer.getByRole('button', { name: strings.answer.retry }).click();
  await expect(answer.getByRole('alert')).toContainText(/broke|cut|ended|connection/i);
  await expect(answer.locator('p', { hasText: /^The/ }).first()).toBeVisible();
  server.fail(undefined);
  await answer.getByRole('button', { name: strings.answer.retry }).click();
  await expect(answer).toContainText('left your device');
  await expect(answer.getByRole('alert')).toHaveCount(0);
});

test('preview before sending holds a request until it is approved', async ({ page }) => {
  await openPage(page, {
    settings: { ...endpointSettings(server.url), rounds: 1, previewBeforeSending: true },
  });
  await addFiles(page, [TOWN]);
  const answer = await ask(page, 'When was the harbour dug?');
  await expect(answer).toContainText('ready to leave');
  expect(server.requests).toEqual([]);
  await answer.getByRole('button', { name: strings.answer.approveLook }).click();
  await expect(answer.locator('pre')).toContainText('The harbour was dug in 1871');
  await answer.getByRole('button', { name: strings.answer.approve, exact: true }).click();
  await expect(answer).toContainText('left your device');
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);

  // A connection test waits as well, and can be approved where it was started.
  await page.getByRole('button', { name: strings.top.settings }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: strings.settings.test }).click();
  await dialog.getByRole('button', { name: strings.answer.approve, exact: true }).click();
  await expect(dialog.locator('[role=status][data-ok]')).toContainText('answered');
});

test('the connection test explains what failed', async ({ page }) => {
  await openPage(page, { settings: endpointSettings(server.url) });
  await page.getByRole('button', { name: strings.top.settings }).click();
  const dialog = page.getByRole('dialog');
  const check = dialog.getByRole('button', { name: strings.settings.test });
  const report = dialog.locator('[role=status][data-ok]');
  await check.click();
  await expect(report).toContainText('answered');
  server.fail({ kind: 'no-cors' });
  await check.click();
  await expect(report).toContainText('CORS');
  await dialog.getByLabel(strings.settings.url).fill('http://127.0.0.1:9/v1');
  await check.click();
  await expect(report).toContainText(/nothing answers|running/i);
});
