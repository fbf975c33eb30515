import { expect, type Page } from '@playwright/test';
import type { Settings } from '../src/app/settings.ts';
import { strings } from '../src/app/strings.ts';

/** A file as Playwright hands it to an input. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A text file of these words. */
export function textFile(name: string, text: string): TestFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** How a test opens the page. */
export interface OpenOptions {
  /** Whether the sample library comes, as on a first visit. */
  readonly samples?: boolean;
  readonly settings?: Partial<Settings>;
}

/** Opens the page with an empty collection unless samples are wanted, and with these settings saved. */
export async function openPage(page: Page, options: OpenOptions = {}): Promise<void> {
  const { samples = false, settings = {} } = options;
  await page.addInitScript(
    ([saved, keepsSamples]) => {
      if (sessionStorage.getItem('prepared') !== null) return;
      sessionStorage.setItem('prepared', 'yes');
      localStorage.setItem('canopy.settings', saved);
      if (!keepsSamples) localStorage.setItem('canopy.samples', 'added');
    },
    [JSON.stringify(settings), samples] as const,
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
}

/** Settings that send questions to a server of the test. */
export function endpointSettings(url: string): Partial<Settings> {
  return { preset: 'custom', url: `${url}/v1`, model: 'test-model' };
}

/** Adds files through the picker and waits until each stands ready or failed. */
export async function addFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  await page.getByLabel(strings.collection.chooseFiles).setInputFiles([...files]);
  for (const { name } of files) await settled(page, name);
}

/** Waits until the file is indexed or refused. */
export async function settled(page: Page, name: string): Promise<void> {
  await expect(fileRow(page, name)).toHaveAttribute('data-step', /^(ready|failed)$/, {
    timeout: 240_000,
  });
}

/** Waits until so many files are ready, as the line under the list counts them. */
export async function allReady(page: Page, count: number, timeout: number): Promise<void> {
  const [files = ''] = strings.collection.total(count, 0).split(' · ');
  await expect(page.getByText(new RegExp(`^${files} · `))).toBeVisible({ timeout });
}

/** The row of a file in the collection. */
export function fileRow(page: Page, name: string) {
  return page
    .getByRole('list', { name: strings.collection.title })
    .getByRole('listitem')
    .filter({ hasText: name });
}

/** Asks and returns the answer's article. */
export async function ask(page: Page, question: string) {
  await page.getByLabel(strings.ask.label).fill(question);
  await page.getByRole('button', { name: strings.ask.send, exact: true }).click();
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: question }) });
}

/** Every address the page asks for from now on, workers included. */
export function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.context().on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Those of the addresses that leave the page's origin. */
export function outside(page: Page, urls: readonly string[]): string[] {
  const { origin } = new URL(page.url());
  return urls.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url));
}
