import { expect, type Page, test } from '@playwright/test';
import { advancedStrings as words } from '../src/app/advanced-strings.ts';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, endpointSettings, openPage, textFile } from './page.ts';
import { type ReaderServer, startReaderServer } from './reader-server.ts';
import { violations } from './violations.ts';

const names = strings.way;
const TOWN = textFile(
  'town.md',
  '# Town\n\n## Harbour\n\nThe harbour was dug in 1871 by order of Mayor Ilse Brandt. It is nine metres deep. Gulls are fed at noon. The ferry is green. Ropes are sold by the yard. The pier was painted in spring.\n',
);
const QUESTION = 'When was the harbour dug?';

async function openAdvanced(page: Page) {
  await page.getByRole('button', { name: strings.top.settings }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: strings.settings.advanced }).click();
  await expect(dialog.getByText(words.selection, { exact: true })).toBeVisible();
  return dialog;
}

test('the paper’s rule acts at once, brings its own dial, and outlives a reload', async ({
  page,
}) => {
  await openPage(page);
  await addFiles(page, [TOWN]);
  await ask(page, QUESTION);
  const dial = page.getByRole('slider', { name: strings.evidence.dial });
  await expect(dial).toHaveAttribute('aria-valuemax', '1');
  await expect(page.getByText(strings.evidence.cutBy('calibrated'))).toBeVisible();

  const dialog = await openAdvanced(page);
  const other = dialog.getByRole('radio', { name: names.strategies['vanilla-rag'] });
  await expect(other).toBeDisabled();
  await expect(dialog.getByText(words.needsEndpoint).first()).toBeVisible();
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuemax', '1');
  await dialog.getByRole('radio', { name: names.selections['parent-relative'] }).click();
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuemax', '0.2');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // The answer in view is cut anew, without another question.
  await expect(page.getByText(strings.evidence.cutBy('parent-relative'))).toBeVisible();
  await expect(page.getByText(strings.evidence.ruleNote('calibrated'))).toBeVisible();
  await expect(dial).toHaveAttribute('aria-valuemax', '0.2');
  await expect(dial).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: strings.evidence.dialAsk }).click();
  await expect(page.getByText(strings.evidence.ruleNote('calibrated'))).toHaveCount(0);
  const again = page.getByRole('article').filter({ hasText: QUESTION }).nth(1);
  await expect(again).toContainText('left your device');

  await page.reload();
  const reopened = await openAdvanced(page);
  const paper = reopened.getByRole('radio', { name: names.selections['parent-relative'] });
  await expect(paper).toBeChecked();
  await expect(reopened.getByRole('slider')).toHaveAttribute('aria-valuemin', '-0.1');
});

test.describe('with an endpoint', () => {
  let server: ReaderServer;
  test.beforeEach(async () => {
    server = await startReaderServer();
  });
  test.afterEach(() => server.close());

  test('plain retrieval sends whole passages in one request, and says so', async ({ page }) => {
    await openPage(page, { settings: endpointSettings(server.url) });
    await addFiles(page, [TOWN]);
    const dialog = await openAdvanced(page);
    await dialog.getByRole('radio', { name: names.strategies['vanilla-rag'] }).click();
    const compressor = dialog.getByLabel(words.compressor);
    await expect(compressor).toHaveValue('whole-item');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const { host } = new URL(server.url);
    await expect(page.getByText(strings.ask.endpointWhole(host))).toBeVisible();
    const answer = await ask(page, QUESTION);
    await expect(answer).toContainText(names.strategies['vanilla-rag']);
    await expect(answer).toContainText('1 request');
    expect(server.received()).toContain('Gulls are fed at noon.');
    expect(server.received()).toContain('The pier was painted in spring.');
    // Whatever is found is kept: there is nothing to adjust.
    await expect(page.getByText(names.compressors['whole-item'])).toBeVisible();
    await expect(page.getByRole('slider', { name: strings.evidence.dial })).toHaveCount(0);

    await page.getByRole('button', { name: strings.top.ledger(1) }).click();
    const ledger = page.getByRole('dialog', { name: strings.ledger.title });
    const entry = ledger.getByRole('button', { name: /about [\d,]+ tokens/ });
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText(strings.ledger.purpose.reader);
  });
});
