import { expect, type Page, test } from '@playwright/test';
import { DEFAULT_SETTINGS, type RemoteEncoderSettings } from '../src/app/settings.ts';
import { strings } from '../src/app/strings.ts';
import { makePicture } from './fixtures/make-media.ts';
import { addFiles, ask, endpointSettings, fileRow, openPage, textFile } from './page.ts';
import {
  defaultAnswer,
  type ReaderServer,
  type ReceivedRequest,
  startReaderServer,
} from './reader-server.ts';

const TOWN = textFile(
  'town.md',
  '# Town\n\n## Harbour\n\nThe harbour was dug in 1871 by order of Mayor Ilse Brandt. It is nine metres deep.\n',
);
const COSTS = textFile(
  'costs.csv',
  'Harbour,Dredging cost\nNorth,410\nSouth,275\nWest,388\nEast,129\n',
);
const TOUR = textFile(
  'tour.vtt',
  'WEBVTT\n\n00:00.000 --> 00:20.000\nThis harbour tour begins at the old crane.\n',
);
const SIGN = ['Harbour office', 'Opening hours: 8:15 to 16:45', 'Closed on Sundays'];

let server: ReaderServer;
test.beforeEach(async () => {
  server = await startReaderServer();
});
test.afterEach(() => server.close());

const posts = (path: string) =>
  server.requests.filter((request) => request.method === 'POST' && request.path === path);
const embeddings = () => posts('/v1/embeddings');

function remote(more: Partial<RemoteEncoderSettings>) {
  const { remoteEncoder } = DEFAULT_SETTINGS;
  const own = { isOn: true, url: `${server.url}/v1`, model: 'test-encoder', dimensions: 64 };
  return { remoteEncoder: { ...remoteEncoder, ...own, ...more } };
}

/** Bodies as the ledger holds and exports them. */
async function ledgerBodies(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /left this device$/ }).click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: strings.ledger.exportJson }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const piece of stream) text += piece;
  await dialog.getByRole('button', { name: strings.ledger.close }).click();
  return (JSON.parse(text) as { readonly body: string }[]).map(({ body }) => body);
}

test('an encoder behind an address embeds everything, each byte stands in the ledger, and without it the question is refused', async ({
  page,
}) => {
  await openPage(page, { settings: remote({}) });
  await addFiles(page, [TOWN]);
  await expect(fileRow(page, 'town.md')).toHaveAttribute('data-step', 'ready');
  expect(embeddings().some(({ body }) => body.includes('dug in 1871'))).toBe(true);
  const answer = await ask(page, 'When was the harbour dug?');
  await expect(answer).toContainText('1871');
  const sent = embeddings().map(({ body }) => body);
  expect(sent.at(-1)).toContain('When was the harbour dug?');
  for (const body of sent) {
    expect(JSON.parse(body)).toMatchObject({ model: 'test-encoder', dimensions: 64 });
  }
  expect((await ledgerBodies(page)).toSorted()).toEqual(sent.toSorted());

  server.fail({ kind: 'status', status: 401 });
  const refused = await ask(page, 'How deep is the harbour?');
  await expect(refused.getByRole('alert')).toContainText(/key/i);
  await addFiles(page, [textFile('later.txt', 'The pier came later.')]);
  await expect(fileRow(page, 'later.txt')).toHaveAttribute('data-step', 'failed');
  await expect(fileRow(page, 'town.md')).toHaveAttribute('data-step', 'ready');
});

test('with pictures alone going to another encoder, both are searched, and words without it', async ({
  page,
}) => {
  const sign = await makePicture(page, 'opening-hours.png', SIGN);
  await openPage(page, { settings: remote({ sees: true, onlyPictures: true }) });
  await addFiles(page, [TOWN, sign]);
  await expect(fileRow(page, 'opening-hours.png')).toHaveAttribute('data-step', 'ready');
  // The picture left, with the words read in it; nothing of the text did.
  const [seen] = embeddings();
  expect(embeddings()).toHaveLength(1);
  expect(seen!.body).toContain('"image_url"');
  expect(seen!.body).toContain('Opening hours');
  const answer = await ask(page, 'When was the harbour dug?');
  await expect(answer).toContainText('1871');
  expect(server.received()).not.toContain('dug in 1871');
  const evidence = page.getByRole('region', { name: strings.tabs.evidence });
  await expect(evidence.getByRole('article').filter({ hasText: 'opening-hours' })).toHaveCount(1);

  server.fail({ kind: 'status', status: 401 });
  const alone = await ask(page, 'How deep is the harbour?');
  await expect(alone).toContainText('nine metres');
  await expect(alone).toContainText('Part of your files could not be searched');
  await expect(fileRow(page, 'opening-hours.png')).toHaveAttribute('data-step', 'ready');
});

test('a routed question goes to the kind of files that the model chose', async ({ page }) => {
  const sign = await makePicture(page, 'opening-hours.png', SIGN);
  await openPage(page, {
    settings: {
      ...endpointSettings(server.url),
      ...remote({}),
      ...{ rounds: 1, strategy: 'canopy-routed' },
    },
  });
  await addFiles(page, [TOWN, COSTS, TOUR, sign]);
  const goes: Record<string, readonly [source: string, file: string]> = {
    'When was the harbour dug?': ['text', 'town.md'],
    'What did dredging the north harbour cost?': ['table', 'costs.csv'],
    'When does the harbour office open?': ['image', 'opening-hours.png'],
    'Where does the harbour tour begin?': ['video', 'tour.vtt'],
  };
  server.script((request) =>
    request.purpose === 'router'
      ? JSON.stringify({ sources: [goes[asked(request, Object.keys(goes))]![0]] })
      : defaultAnswer(request),
  );
  const files = Object.values(goes).map(([, file]) => file);
  for (const [question, [, file]] of Object.entries(goes)) {
    const answer = await ask(page, question);
    await expect(answer).toContainText('left your device');
    const last = server.requests.findLast(({ purpose }) => purpose === 'reader')!;
    expect(files.filter((name) => last.body.includes(name))).toEqual([file]);
  }
});

/** Which of the questions a request is about. */
function asked({ body }: ReceivedRequest, questions: readonly string[]): string {
  return questions.find((question) => body.includes(question))!;
}

test('a picture goes to the reader where it survives and where that is allowed', async ({
  page,
}) => {
  const sign = await makePicture(page, 'opening-hours.png', SIGN);
  const settings = { ...endpointSettings(server.url), ...remote({}), rounds: 1, k: 1 };
  const lastRead = () => server.requests.findLast(({ purpose }) => purpose === 'reader')!.body;
  await openPage(page, { settings: { ...settings, sendsPictures: true } });
  await addFiles(page, [TOWN, sign]);
  await expect(await ask(page, 'Harbour office opening hours on Sundays?')).toContainText(
    'left your device',
  );
  expect(lastRead()).toContain('Opening hours');
  expect(lastRead()).toMatch(/"image_url":\s*\{\s*"url":\s*"data:image\/jpeg;base64,/);
  expect(await ledgerBodies(page)).toContain(lastRead());
  await expect(await ask(page, 'By order of which mayor was it dug in 1871?')).toContainText(
    'left your device',
  );
  expect(lastRead()).toContain('Ilse Brandt');
  expect(lastRead()).not.toContain('image_url');

  await page.evaluate(
    (saved) => localStorage.setItem('canopy.settings', saved),
    JSON.stringify({ ...settings, sendsPictures: false }),
  );
  await page.reload();
  await expect(
    await ask(page, 'Is the harbour office closed on Sundays, opening hours?'),
  ).toContainText('left your device');
  expect(lastRead()).toContain('Closed on Sundays');
  expect(lastRead()).not.toContain('image_url');
});
