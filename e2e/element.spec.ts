import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { root } from '../scripts/install.mjs';
import { complaints } from './complaints.ts';
import { documentedPolicy } from './documented-policy.ts';
import { startReaderServer } from './reader-server.ts';
import { type StaticServer, startStaticServer } from './static-server.ts';

const built = join(root, 'dist-lib');
const ZOO = 'Tickets cost nine pounds. The king penguin lays one egg in summer. Dogs stay outside.';
const METALS = 'Copper melts at 1085 degrees. Wire is drawn from it. Tin melts at 232 degrees.';
const QUESTION = 'When does the king penguin lay its egg?';

let assets: StaticServer;

test.beforeAll(async () => {
  if (!existsSync(join(built, 'element.js'))) throw new Error('First: npm run build:library');
  assets = await startStaticServer({
    folder: built,
    headers: { 'Access-Control-Allow-Origin': '*' },
  });
});
test.afterAll(() => assets.close());

/** A page with this in its body, on an origin of its own, and the element's script from the other one. */
async function openPage(page: Page, body: string, policy?: string): Promise<StaticServer> {
  const script = `<script type="module" src="${assets.url}/element.js"></script>`;
  const server = await startStaticServer({
    pages: {
      '/page.html': `<!doctype html><title>Host</title>${script}${body}`,
      '/zoo.txt': ZOO,
      '/metals.txt': METALS,
    },
    headers: policy === undefined ? {} : { 'Content-Security-Policy': policy },
  });
  await page.goto(`${server.url}/page.html`);
  return server;
}

const element = (attributes: string) =>
  `<canopy-qa assets="${assets.url}/" ${attributes}></canopy-qa>`;
const encoders = (page: Page) =>
  page.workers().filter((worker) => worker.url().startsWith('blob:')).length;

async function ask(page: Page, question: string, nth = 0): Promise<void> {
  await page.getByLabel('Question').nth(nth).fill(question);
  await page.getByRole('button', { name: 'Ask' }).nth(nth).click();
}

test('the page of the documentation answers on one origin, under the documented policy', async ({
  page,
}) => {
  const heard = complaints(page);
  const guide = readFileSync(join(root, 'docs/element.md'), 'utf8');
  const [, sample] = /```html\n([\s\S]*?)```/.exec(guide)!;
  const server = await startStaticServer({
    ...{ folder: built, at: '/canopy-web/dist-lib/' },
    pages: {
      '/page.html': `<!doctype html><title>Host</title>${sample}`,
      '/handbook.md': '# Leave\n\nEmployees have 26 days of leave. The canteen opens at noon.',
      '/prices.csv': 'Article,Price\nHammer,12\nSaw,31\n',
    },
    headers: { 'Content-Security-Policy': documentedPolicy() },
  });
  await page.goto(`${server.url}/page.html`);
  await ask(page, 'How many days of leave do employees have?');
  await expect(page.locator('canopy-qa [part=answer]')).toContainText('26 days of leave');
  expect(heard).toEqual([]);
  await server.close();
});

test('from another origin, under the documented policy, it answers and breaks nothing', async ({
  page,
}) => {
  const heard = complaints(page);
  const policy = documentedPolicy(assets.url);
  const server = await openPage(page, element('sources="/zoo.txt"'), policy);
  await ask(page, QUESTION);
  const answer = page.locator('canopy-qa [part=answer]');
  await expect(answer).toContainText('The king penguin lays one egg in summer.');
  await expect(answer.getByRole('button', { name: '[1]' })).toBeVisible();
  expect(heard).toEqual([]);
  await server.close();
});

test('a worker that the policy stops is an error with its next step, and the form can be used', async ({
  page,
}) => {
  const policy = documentedPolicy(assets.url).replace(/worker-src [^;]+/, "worker-src 'none'");
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const server = await openPage(page, element('sources="/zoo.txt"'), policy);
  await page.locator('canopy-qa').evaluate((host) => {
    host.addEventListener('error', (event) => {
      host.dataset.code = (event as CustomEvent<{ code: string }>).detail.code;
    });
  });
  await ask(page, QUESTION);
  await expect(page.getByRole('alert')).toContainText('worker-src');
  await expect(page.locator('canopy-qa')).toHaveAttribute('data-code', 'ENCODER_CRASHED');
  await expect(page.getByRole('button', { name: 'Ask' })).toBeVisible();
  expect(errors).toEqual([]);
  await server.close();
});

test('removed while it answers, it stops the request and ends its workers', async ({ page }) => {
  const heard = complaints(page);
  const reader = await startReaderServer();
  reader.fail({ kind: 'slow', milliseconds: 1000 });
  const endpoint = `endpoint="${reader.url}" model="m" rounds="1"`;
  const server = await openPage(page, element(`sources="/zoo.txt" ${endpoint}`));
  await ask(page, QUESTION);
  await expect(page.getByText('Answering…')).toBeVisible();
  await expect.poll(() => reader.requests.length).toBeGreaterThan(0);
  expect(encoders(page)).toBeGreaterThan(0);
  await page.locator('canopy-qa').evaluate((host) => {
    Reflect.set(globalThis, 'kept', host);
    host.addEventListener('answer', () => host.setAttribute('data-late', ''));
    host.addEventListener('error', () => host.setAttribute('data-late', ''));
    host.remove();
  });
  await expect.poll(() => page.workers().length).toBe(0);
  // Back in the page it starts afresh.
  reader.fail({ kind: 'slow', milliseconds: 0 });
  await page.evaluate(() => document.body.append(Reflect.get(globalThis, 'kept') as HTMLElement));
  await expect(page.locator('canopy-qa')).not.toHaveAttribute('data-late');
  await ask(page, QUESTION);
  await expect(page.locator('canopy-qa')).toHaveAttribute('data-late');
  expect(heard).toEqual([]);
  await Promise.all([reader.close(), server.close()]);
});

test('two on one page share one engine, and each searches its own documents', async ({ page }) => {
  const heard = complaints(page);
  const body = element('sources="/zoo.txt"') + element('sources="/metals.txt"');
  const server = await openPage(page, body);
  await ask(page, QUESTION);
  const answers = page.locator('canopy-qa [part=answer]');
  await expect(answers.first()).toContainText('one egg in summer');
  const workers = page.workers().length;
  await ask(page, 'When does tin melt?', 1);
  await expect(answers.last()).toContainText('232');
  await expect(page.locator('canopy-qa').last()).not.toContainText('penguin');
  expect(page.workers()).toHaveLength(workers);

  await page
    .locator('canopy-qa')
    .first()
    .evaluate((host) => host.remove());
  await ask(page, 'When does copper melt?');
  await expect(page.locator('canopy-qa [part=answer]')).toContainText('1085');
  expect(page.workers()).toHaveLength(workers);
  await page.locator('canopy-qa').evaluate((host) => host.remove());
  await expect.poll(() => page.workers().length).toBe(0);
  expect(heard).toEqual([]);
  await server.close();
});
