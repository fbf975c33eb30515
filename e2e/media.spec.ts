import { expect, type Page, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import {
  type Clip,
  makeCaptions,
  makePaper,
  makePicture,
  makeVideo,
} from './fixtures/make-media.ts';
import { addFiles, ask, fileRow, openPage } from './page.ts';

const words = strings.source;

const paper = makePaper('tide-gauge.pdf', [
  {
    heading: 'The Harbour Survey',
    paragraphs: [
      ['The survey was made in the spring of 1931.', 'Its maps hang in the harbour office today.'],
      ['Nine people took part in it, most of them', 'students of the school of navigation.'],
    ],
  },
  {
    heading: 'The Tide Gauge',
    paragraphs: [
      ['The well of the gauge is four metres deep.', 'A float in it moves a pen over paper.'],
      ['The paper is changed on the first Monday', 'of each month by the harbour master.'],
      ['The zero of the tide gauge lies 2.61 metres', 'below the bronze mark at the custom house.'],
      ['Storms have moved the gauge twice since', 'then, in 1953 and in 1976.'],
    ],
  },
]);

const tour: readonly Clip[] = [
  {
    slide: 'Welcome aboard',
    said: ['Welcome to our tour of the harbour.', 'Please stay in your seats.'],
  },
  {
    slide: 'The lighthouse',
    said: ['The lighthouse on your left is forty-one metres high.', 'It was first lit in 1875.'],
  },
  { slide: 'The ferry', said: ['Ferries to the islands leave every other hour in summer.'] },
  { slide: 'The fish market', said: ['Fish is sold here in the morning, from the boats.'] },
  {
    slide: 'The old crane',
    said: ['The old crane lifted coal until the railway closed.', 'Children climb it now.'],
  },
  { slide: 'Goodbye', said: ['Thank you for coming along, and goodbye.'] },
];

/**
 * Writes a picture of the page for the documents, at two widths and in both colours, where `SCREENSHOTS` names a folder.
 */
async function keepPictures(page: Page, name: string, reveal?: () => Promise<void>): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await reveal?.();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Presses the first mark of an answer and gives back the card it leads to. */
async function openEvidence(page: Page, answer: Awaited<ReturnType<typeof ask>>, title: string) {
  await answer
    .getByRole('button', { name: strings.answer.mark(1) })
    .first()
    .click();
  const pane = page.getByRole('region', { name: strings.tabs.evidence });
  return pane.getByRole('article').filter({ hasText: title });
}

test('a PDF answer opens the page itself with the cited place marked', async ({ page }) => {
  await openPage(page);
  await addFiles(page, [paper]);
  const answer = await ask(page, 'Where does the zero of the tide gauge lie?');
  await expect(answer).toContainText('2.61 metres');
  const card = await openEvidence(page, answer, 'tide-gauge.pdf');
  await card.first().getByRole('button', { name: strings.evidence.source }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words.page(2, 2))).toBeVisible();
  const canvas = dialog.getByRole('img', { name: words.pageLabel(2, 'tide-gauge.pdf') });
  const mark = dialog.getByTitle(words.cited).first();
  await expect(mark).toBeVisible();
  // The cited paragraph stands in the left column, below the first two.
  const [whole, marked] = [await canvas.boundingBox(), await mark.boundingBox()];
  const left = (marked!.x - whole!.x) / whole!.width;
  const top = (marked!.y - whole!.y) / whole!.height;
  expect(left).toBeGreaterThan(0.08);
  expect(left).toBeLessThan(0.12);
  expect(marked!.width / whole!.width).toBeLessThan(0.45);
  expect(top).toBeGreaterThan(0.1);
  expect(top + marked!.height / whole!.height).toBeLessThan(0.4);

  await keepPictures(page, 'pdf-answer');

  await dialog.getByRole('button', { name: words.larger }).click();
  await expect
    .poll(async () => (await canvas.boundingBox())!.width)
    .toBeGreaterThan(1.4 * whole!.width);
  await expect(dialog.getByTitle(words.cited).first()).toBeInViewport();
  await dialog.getByRole('button', { name: words.smaller }).click();

  await dialog.getByRole('button', { name: words.previous }).click();
  await expect(dialog.getByText(words.page(1, 2))).toBeVisible();
  await expect(dialog.getByTitle(words.cited)).toHaveCount(0);
  await dialog.getByRole('button', { name: words.backToCited }).click();
  await expect(dialog.getByTitle(words.cited).first()).toBeVisible();
  await dialog.getByRole('tab', { name: words.text }).click();
  await expect(dialog.locator('mark[data-current]')).toContainText('2.61 metres');

  // The file itself is still there after a reload.
  await page.reload();
  await page.getByRole('button', { name: 'tide-gauge.pdf', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(words.page(1, 2))).toBeVisible();
});

test('a film with captions shows its kept clips, and a mark opens its second', async ({ page }) => {
  const video = await makeVideo(page, 'harbour-tour.webm', tour);
  await openPage(page);
  await page
    .getByLabel(strings.collection.chooseFiles)
    .setInputFiles([makeCaptions('harbour-tour.vtt', tour), video]);
  const row = fileRow(page, 'harbour-tour');
  await expect(row).toHaveAttribute('data-step', 'ready', { timeout: 120_000 });
  // The captions belong to the film and are no file of their own.
  await expect(row).toHaveCount(1);

  const answer = await ask(page, 'How high is the lighthouse?');
  await expect(answer).toContainText('forty-one metres');
  const card = await openEvidence(page, answer, 'harbour-tour.webm');
  const strip = card.getByRole('group', { name: strings.evidence.strip });
  await expect(strip.getByRole('button')).toHaveCount(6);
  await expect(
    strip.getByRole('button', { name: strings.evidence.clip('0:30', '1:00', true) }),
  ).toBeVisible();
  expect(await strip.locator('[data-kept="false"]').count()).toBeGreaterThan(0);
  const player = card.locator('video');
  const second = () => player.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(second).toBeGreaterThanOrEqual(30);
  expect(await second()).toBeLessThan(60);
  await strip.getByRole('button').nth(4).click();
  await expect.poll(second).toBeCloseTo(120, 0);

  await keepPictures(page, 'video-answer', () =>
    page.locator('article:has(video)').scrollIntoViewIfNeeded(),
  );

  await card.getByRole('button', { name: strings.evidence.source }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .poll(() =>
      dialog.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime),
    )
    .toBeCloseTo(30, 0);
});

test('a picture is shown beside the words read in it', async ({ page }) => {
  const picture = await makePicture(page, 'opening-hours.png', [
    'Harbour office',
    'Opening hours: 8:15 to 16:45',
    'Closed on Sundays',
  ]);
  await openPage(page);
  await addFiles(page, [picture]);
  await expect(fileRow(page, 'opening-hours.png')).toHaveAttribute('data-step', 'ready');
  const answer = await ask(page, 'What are the opening hours of the harbour office?');
  await expect(answer).toContainText('16:45');
  const card = await openEvidence(page, answer, 'opening-hours.png');
  await expect(card).toContainText('Read from the picture');
  const thumbnail = card.getByRole('img');
  await expect
    .poll(() => thumbnail.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(900);
  await card.getByRole('button', { name: strings.evidence.openPicture('opening-hours') }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});
