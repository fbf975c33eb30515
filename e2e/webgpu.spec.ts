import { expect, test } from '@playwright/test';
import { strings } from '../src/app/strings.ts';
import { addFiles, ask, openPage, textFile } from './page.ts';

test('embeds and answers on WebGPU where there is an adapter', async ({ page }) => {
  test.setTimeout(400_000);
  // The test adapter is made of software, which the page would not choose by itself.
  await openPage(page, { settings: { device: 'webgpu' } });
  await addFiles(page, [
    textFile(
      'bridge.txt',
      'The bridge over the Elbe was opened in 1893. It is painted light blue.',
    ),
  ]);
  await expect(page.locator('header')).toContainText(strings.encoder.devices.webgpu);
  const answer = await ask(page, 'When was the bridge opened?');
  await expect(answer).toContainText('1893');
});
