import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openNodeEncoder } from './node-encoder.ts';
import { parseGoldenVectors } from './self-test.ts';

const folder = fileURLToPath(new URL('../../../public/models/all-minilm-l6-v2', import.meta.url));
const revision = readdirSync(folder).find((name) => !name.includes('.'))!;
const golden = parseGoldenVectors(readFileSync(join(folder, revision, 'golden.json'), 'utf8'));
// Longer ones are cut at the window, which regions are not.
const cases = golden.cases.filter(({ tokens }) => tokens < 256);

/** Of unit vectors, their cosine. */
const dot = (a: Float32Array, b: readonly number[]) =>
  a.reduce((sum, value, place) => sum + value * b[place]!, 0);

describe.each(['w8', 'q8'])('openNodeEncoder (%s)', { timeout: 120_000 }, (dtype) => {
  it('gives the reference’s tokens and vectors, for queries and for regions', async () => {
    const encoder = await openNodeEncoder({ folder, dtype });
    const texts = cases.map(({ text }) => text);
    const counts = await encoder.countTokens(texts);
    // Two special tokens begin and end each text.
    expect([...counts].map((count) => count + 2)).toEqual(cases.map(({ tokens }) => tokens));
    const regions = await encoder.embedRegions(texts.map((content) => ({ prefix: '', content })));
    const { dimensions, data } = regions;
    for (const [row, { text, role, vector }] of cases.entries()) {
      const made =
        role === 'query'
          ? await encoder.embedQuery(text)
          : data.subarray(row * dimensions, (row + 1) * dimensions);
      const cosine = dot(made, vector);
      expect.soft(cosine, `${role}: ${text.slice(0, 40)}`).toBeGreaterThan(golden.minimumCosine);
      expect.soft(cosine).toBeLessThan(1.0001);
    }
    await encoder.dispose();
  });
});

it('names the folder that holds no model', async () => {
  await expect(openNodeEncoder({ folder: 'no-such-folder' })).rejects.toMatchObject({
    code: 'ENCODER_LOAD_FAILED',
    message: 'Could not load the encoder in no-such-folder.',
  });
});

it('names a dtype or threads that cannot be, not the folder', async () => {
  await expect(openNodeEncoder({ folder, dtype: 'q9' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'The encoder has no dtype “q9”.',
    nextStep: expect.stringContaining('w8'),
  });
  await expect(openNodeEncoder({ folder, threads: -1 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'threads cannot be -1.',
  });
});
