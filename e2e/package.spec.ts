import { expect, test } from '@playwright/test';
import { complaints } from './complaints.ts';
import { documentedPolicy } from './documented-policy.ts';
import { buildPackedExamples, type PackedExamples } from './packed-examples.ts';
import { type ReaderServer, startReaderServer } from './reader-server.ts';
import { type StaticServer, startStaticServer } from './static-server.ts';

const QUESTION = 'Which spacecraft has visited Neptune?';
const ANSWER = 'Voyager 2 is the only spacecraft that has visited Neptune';

// One installation and one server for all of them.
test.describe.configure({ mode: 'serial' });

let examples: PackedExamples;
let reader: ReaderServer;
let server: StaticServer;

test.beforeAll(async () => {
  // Half a minute where nothing else runs; a busy machine takes many times that.
  test.setTimeout(900_000);
  examples = await buildPackedExamples();
  reader = await startReaderServer({ answer: () => 'Voyager 2 [1].', reply: 'json' });
  server = await startStaticServer({
    folder: examples.folder,
    headers: { 'Content-Security-Policy': `${documentedPolicy()} ${reader.url}` },
  });
});
test.afterAll(async () => {
  await Promise.all([server?.close(), reader?.close(), examples?.remove()]);
});

/** The two numbers of a line such as `128 → 40 tokens`. */
function tokens(line: string | null): [number, number] {
  const [first, second] = [...(line ?? '').matchAll(/\d[\d,]*/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
  return [first ?? Number.NaN, second ?? Number.NaN];
}

for (const { name, address } of [
  { name: 'plain', address: '/html/' },
  { name: 'React', address: '/dist/react/' },
  { name: 'Vue', address: '/dist/vue/' },
  { name: 'Svelte', address: '/dist/svelte/' },
]) {
  test(`the element answers in the ${name} page`, async ({ page }) => {
    const heard = complaints(page);
    await page.goto(`${server.url}${address}`);
    await page.getByLabel('Question').fill(QUESTION);
    await page.getByLabel('Question').press('Enter');
    const element = page.locator('canopy-qa');
    await expect(element.locator('[part=answer]')).toContainText(ANSWER);
    await expect(element.locator('[part=place]').first()).toHaveText('voyages.txt');
    const figures = await element.locator('[part=figures]').textContent();
    const [before, after] = tokens(figures);
    expect(before).toBeGreaterThan(after);
    expect(after).toBeGreaterThan(0);
    if (name !== 'plain') {
      const told = page.getByText(`Read ${after} tokens instead of ${before}.`);
      await expect(told).toBeVisible();
    }
    expect(heard).toEqual([]);
  });
}

test('the library prunes before a call, its workers placed by the bundler', async ({ page }) => {
  const heard = complaints(page);
  await page.goto(`${server.url}/dist/library/`);
  await page.getByLabel('Endpoint').fill(`${reader.url}/v1`);
  await page.getByLabel('Question').fill(QUESTION);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('status')).toHaveText('Voyager 2 [1].');
  const evidence = (await page.locator('pre').textContent()) ?? '';
  expect(evidence).toContain(`] ${ANSWER}`);
  expect(evidence).not.toContain('golden record');
  const [after, before] = tokens(await page.locator('#figures').textContent());
  expect(before).toBeGreaterThan(after);
  const sent = reader.requests.filter(({ method }) => method === 'POST');
  const prompts = sent.map(({ prompt }) => prompt);
  expect(prompts).toEqual([`${evidence}\n\nAnswer from this: ${QUESTION}`]);
  expect(heard).toEqual([]);
});

test('the command of the package prunes the same files', async () => {
  const files = ['public/voyages.txt', 'public/missions.csv'];
  const { stdout, stderr } = await examples.run('canopy', [
    'compress',
    '-q',
    QUESTION,
    '--keep',
    '0.8',
    ...files,
  ]);
  expect(stdout).toContain(ANSWER);
  expect(stdout).not.toContain('golden record');
  // What comes before the figures is progress.
  const [before, after] = tokens(stderr.trim().split('\n').at(-1) ?? null);
  expect(before).toBeGreaterThan(after);
});
