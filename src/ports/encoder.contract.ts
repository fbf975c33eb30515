import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprintKey } from '../core/fingerprint.ts';
import type { EmbeddingBatch } from '../core/similarity.ts';
import type { Encoder } from './encoder.ts';

/**
 * What every {@link Encoder} does. `create` may be slow: it is called once, and the last test disposes. `tolerance` is how
 * far two runs of one text may differ in cosine.
 */
export function describeEncoder(
  name: string,
  create: () => Promise<Encoder>,
  { tolerance = 1e-4, timeout = 60_000 } = {},
): void {
  const row = ({ data, dimensions }: EmbeddingBatch, index: number) =>
    data.subarray(index * dimensions, (index + 1) * dimensions);
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const regions = [
    { prefix: 'Penguins', content: 'The king penguin lays one egg in summer.' },
    { prefix: '', content: 'Copper melts at 1085 degrees.' },
    { prefix: '', content: '' },
    { prefix: 'Penguins', content: 'They feed on lantern fish. '.repeat(120) },
  ];

  describe(`${name} as an encoder`, { timeout }, () => {
    let encoder: Encoder;
    beforeAll(async () => {
      encoder = await create();
    }, timeout);

    it('gives unit vectors, one per region, in the order given', async () => {
      const batch = await encoder.embedRegions(regions);
      expect(batch.rows).toBe(4);
      expect(batch.data).toHaveLength(4 * batch.dimensions);
      for (let index = 0; index < 4; index++) {
        expect(dot(row(batch, index), row(batch, index))).toBeCloseTo(1, 4);
      }
      const backwards = await encoder.embedRegions(regions.toReversed());
      for (let index = 0; index < 4; index++) {
        expect(dot(row(batch, index), row(backwards, 3 - index))).toBeGreaterThan(1 - tolerance);
      }
    });

    it('puts a question nearer to the region that answers it', async () => {
      const query = await encoder.embedQuery('When does the king penguin lay its egg?');
      const batch = await encoder.embedRegions(regions.slice(0, 2));
      expect(query).toHaveLength(batch.dimensions);
      expect(dot(query, query)).toBeCloseTo(1, 4);
      expect(dot(query, row(batch, 0))).toBeGreaterThan(dot(query, row(batch, 1)) + 0.1);
    });

    it('puts a question nearer to the whole item that answers it, where it reads items apart', async () => {
      if (encoder.embedItems === undefined) return;
      const query = await encoder.embedQuery('When does the king penguin lay its egg?');
      const batch = await encoder.embedItems(regions.slice(0, 2));
      expect(dot(row(batch, 0), row(batch, 0))).toBeCloseTo(1, 4);
      expect(dot(query, row(batch, 0))).toBeGreaterThan(dot(query, row(batch, 1)) + 0.1);
    });

    it('embeds nothing as no rows', async () => {
      expect((await encoder.embedRegions([])).rows).toBe(0);
    });

    it('counts tokens without special ones', async () => {
      const counts = await encoder.countTokens(['', 'copper', 'copper copper copper']);
      expect([...counts]).toEqual([0, 1, 3]);
    });

    it('answers calls made at the same time', async () => {
      const [batch, first, second] = await Promise.all([
        encoder.embedRegions(regions.slice(0, 2)),
        encoder.embedQuery('copper'),
        encoder.embedQuery('penguin'),
      ]);
      expect(dot(first, row(batch, 1))).toBeGreaterThan(dot(second, row(batch, 1)));
    });

    it('stops when aborted', async () => {
      const signal = AbortSignal.abort();
      await expect(encoder.embedQuery('a', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
      await expect(encoder.embedRegions(regions, { signal })).rejects.toMatchObject({
        code: 'ABORTED',
      });
    });

    it('names what made its vectors', () => {
      expect(fingerprintKey(encoder.fingerprint).split('/')).toHaveLength(9);
      expect(encoder.window).toBe(encoder.fingerprint.window);
    });

    it('rejects calls after dispose', async () => {
      await encoder.dispose();
      const code = { code: 'ENCODER_CRASHED' };
      await expect(encoder.embedQuery('a')).rejects.toMatchObject(code);
      await expect(encoder.embedRegions(regions)).rejects.toMatchObject(code);
    });
  });
}
