import { describe, expect, it } from 'vitest';
import { wasmBatches, webGpuBatches } from './plan-batches.ts';
import { parseGoldenVectors, testAgainstGolden, testConsistency } from './self-test.ts';
import type { TextModel } from './text-model.ts';

/** Letter counts of a text, turned by `turn` places. */
function letterModel(turn = 0, fault?: (vector: Float32Array) => void): TextModel {
  return {
    dimensions: 26,
    head: [100],
    tail: [101],
    hasTwoRoles: false,
    tokenise: (text) => [...text.toLowerCase()].map((letter) => letter.charCodeAt(0) - 97),
    async run({ ids, mask }) {
      const vector = new Float32Array(26);
      for (const [i, id] of ids.entries()) {
        const letter = Number(id);
        if (mask[i] === 1n && letter >= 0 && letter < 26) vector[(letter + turn) % 26]! += 1;
      }
      fault?.(vector);
      return vector;
    },
    dispose: async () => undefined,
  };
}

const golden = parseGoldenVectors(
  JSON.stringify({
    minimumCosine: 0.99,
    cases: [
      { text: 'aab', role: 'query', tokens: 5, vector: [2, 1, ...Array(24).fill(0)] },
      // Cut at the window of 6, which leaves four letters.
      { text: 'abcdefgh', role: 'node', tokens: 6, vector: [1, 1, 1, 1, ...Array(22).fill(0)] },
    ],
  }),
);

describe('testAgainstGolden', () => {
  it.each([wasmBatches, webGpuBatches])('lets the right vectors pass', async (policy) => {
    await testAgainstGolden(letterModel(), 6, golden, policy);
  });

  it('blocks rotated vectors, which are sound in every other way', async () => {
    const test = testAgainstGolden(letterModel(1), 6, golden, wasmBatches);
    await expect(test).rejects.toMatchObject({
      code: 'ENCODER_SELF_TEST_FAILED',
      message: expect.stringContaining('cosine 0.400'),
    });
  });

  it.each([
    ['not numbers', (vector: Float32Array) => vector.fill(Number.NaN, 0, 1)],
    ['zeros', (vector: Float32Array) => vector.fill(0)],
  ])('blocks %s', async (_, fault) => {
    const test = testAgainstGolden(letterModel(0, fault), 6, golden, wasmBatches);
    await expect(test).rejects.toMatchObject({ code: 'ENCODER_SELF_TEST_FAILED' });
  });

  it('blocks a tokenizer that counts differently', async () => {
    const model = { ...letterModel(), tokenise: (text: string) => [...text, ...text].map(() => 0) };
    const test = testAgainstGolden(model, 20, golden, wasmBatches);
    await expect(test).rejects.toMatchObject({
      message: expect.stringContaining('8 tokens instead of 5'),
    });
  });
});

describe('parseGoldenVectors', () => {
  it.each(['', '<!doctype html>', '{"minimumCosine":0.99,"cases":[]}'])('refuses %j', (json) => {
    expect(() => parseGoldenVectors(json)).toThrow(
      expect.objectContaining({ code: 'ENCODER_FILE_CORRUPT' }),
    );
  });
});

describe('testConsistency', () => {
  it('passes a model that tells texts apart', async () => {
    await testConsistency(letterModel());
  });

  it('blocks a model that gives every text the same vector, or none', async () => {
    const code = { code: 'ENCODER_SELF_TEST_FAILED' };
    const same = testConsistency(letterModel(0, (vector) => vector.fill(1)));
    await expect(same).rejects.toMatchObject(code);
    const none = testConsistency(letterModel(0, (vector) => vector.fill(Number.NaN)));
    await expect(none).rejects.toMatchObject(code);
  });
});
