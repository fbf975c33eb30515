import { describe, expect, it } from 'vitest';
import { normalise } from '../../core/similarity.ts';
import { describeEncoder } from '../../ports/encoder.contract.ts';
import { wasmBatches, webGpuBatches } from './plan-batches.ts';
import { createTextEncoder, MOST_TEXT, type TextEncoderOptions } from './text-encoder.ts';
import type { TextModel, TokenBatch } from './text-model.ts';

const DIMENSIONS = 64;

/** Adds one hashed place per token; `run` may be replaced. */
function wordModel(run?: (batch: TokenBatch) => Promise<Float32Array> | undefined): TextModel {
  return {
    dimensions: DIMENSIONS,
    head: [1],
    tail: [2],
    hasTwoRoles: false,
    tokenise: (text) =>
      (text.toLowerCase().match(/\w+/g) ?? []).map(
        (word) =>
          3 + [...word].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 7),
      ),
    async run(batch) {
      const special = await run?.(batch);
      if (special !== undefined) return special;
      const vectors = new Float32Array(batch.rows * DIMENSIONS);
      for (let i = 0; i < batch.ids.length; i++) {
        if (batch.mask[i] === 0n || batch.ids[i]! < 3n) continue;
        vectors[Math.floor(i / batch.length) * DIMENSIONS + (Number(batch.ids[i]) % DIMENSIONS)]! +=
          1;
      }
      for (let row = 0; row < batch.rows; row++) vectors[row * DIMENSIONS] ||= 0.01;
      return vectors;
    },
    dispose: async () => undefined,
  };
}

const options: TextEncoderOptions = {
  fingerprint: {
    model: 'words',
    revision: '1',
    dtype: 'fp32',
    device: 'cpu',
    pooling: 'sum',
    prefix: '',
    window: 16,
    treeVersion: 1,
    branching: 2,
  },
  window: 16,
  prefixTokens: 4,
  batches: wasmBatches,
  queryPrefix: '',
  regionPrefix: '',
};

describeEncoder('The text encoder', async () => createTextEncoder(wordModel(), options));
describeEncoder('The text encoder with padded batches', async () =>
  createTextEncoder(wordModel(), { ...options, batches: webGpuBatches }),
);
describeEncoder('The text encoder of two roles', async () =>
  createTextEncoder({ ...wordModel(), hasTwoRoles: true }, options),
);

it('reads whole items as the query encoder where there are two, and not otherwise', async () => {
  const roles: string[] = [];
  const model = wordModel();
  const encoder = createTextEncoder(
    {
      ...model,
      hasTwoRoles: true,
      run: (batch, role) => {
        roles.push(role);
        return model.run(batch, role);
      },
    },
    { ...options, regionPrefix: 'text: ' },
  );
  const inputs = [{ prefix: 'A', content: 'king penguin' }];
  const items = await encoder.embedItems?.(inputs);
  const regions = await encoder.embedRegions(inputs);
  expect(roles).toEqual(['query', 'node']);
  expect(items).toEqual(regions);
  expect(createTextEncoder(model, options).embedItems).toBeUndefined();
});

const region = (content: string, prefix = '') => ({ prefix, content });

describe('createTextEncoder', () => {
  it('gives a long region the length-weighted mean of its windows', async () => {
    const encoder = createTextEncoder(wordModel(), options);
    const words = Array.from({ length: 21 }, (_, i) => `w${i}`);
    const { data } = await encoder.embedRegions([
      region(words.join(' ')),
      region(words.slice(0, 11).join(' ')),
      region(words.slice(11).join(' ')),
    ]);
    const [whole, first, second] = [0, 1, 2].map((row) =>
      data.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS),
    );
    const mean = normalise(first!.map((value, i) => 11 * value + 10 * second![i]!));
    for (const [i, value] of whole!.entries()) expect(value).toBeCloseTo(mean[i]!, 5);
  });

  it('puts the model’s own prefixes before queries and regions', async () => {
    const seen: string[] = [];
    const model = wordModel();
    const spy = {
      ...model,
      tokenise: (text: string) => {
        seen.push(text);
        return model.tokenise(text);
      },
    };
    const encoder = createTextEncoder(spy, {
      ...options,
      queryPrefix: 'query: ',
      regionPrefix: 'passage: ',
    });
    await encoder.embedQuery('why');
    await encoder.embedRegions([region('because', 'Title'), region('bare')]);
    expect(seen).toEqual(['query: why', 'passage: Title\nbecause', 'passage: bare']);
  });

  it('answers a query before the waiting batches of regions', async () => {
    const order: string[] = [];
    const encoder = createTextEncoder(
      wordModel((batch) => {
        order.push(batch.length === 3 ? 'query' : 'region');
        return undefined;
      }),
      options,
    );
    const regions = encoder.embedRegions(Array.from({ length: 20 }, () => region('one two')));
    const query = encoder.embedQuery('one');
    await Promise.all([regions, query]);
    expect(order.indexOf('query')).toBeLessThan(3);
    expect(order.filter((kind) => kind === 'region')).toHaveLength(20);
  });

  it('stops between batches when aborted', async () => {
    const controller = new AbortController();
    let runs = 0;
    const encoder = createTextEncoder(
      wordModel(() => {
        if (++runs === 3) controller.abort();
        return undefined;
      }),
      options,
    );
    const call = encoder.embedRegions(
      Array.from({ length: 20 }, () => region('one two')),
      { signal: controller.signal },
    );
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    expect(runs).toBe(3);
    // The encoder itself is unharmed.
    expect(await encoder.embedQuery('one')).toHaveLength(DIMENSIONS);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('Device was lost'))],
    ['returns no numbers', async () => new Float32Array(DIMENSIONS).fill(Number.NaN)],
    ['returns zeros', async () => new Float32Array(DIMENSIONS)],
    ['returns too little', async () => new Float32Array(3).fill(1)],
  ])('is broken for good once the network %s', async (_, run) => {
    let calls = 0;
    const encoder = createTextEncoder(
      wordModel(() => (calls++ === 0 ? run() : undefined)),
      options,
    );
    await expect(encoder.embedQuery('one')).rejects.toMatchObject({ code: 'ENCODER_CRASHED' });
    await expect(encoder.embedQuery('one')).rejects.toMatchObject({ code: 'ENCODER_CRASHED' });
    expect(calls).toBe(1);
  });
});

it('reads the beginning of a text without end, as a region and as a question', async () => {
  const lengths: number[] = [];
  const tokenised = wordModel();
  const encoder = createTextEncoder(
    {
      ...tokenised,
      tokenise: (text) => {
        lengths.push(text.length);
        return tokenised.tokenise(text);
      },
    },
    options,
  );
  const [endless, cut] = ['owl '.repeat(250_000), 'owl '.repeat(MOST_TEXT / 4)];
  const { data } = await encoder.embedRegions([{ prefix: '', content: endless }]);
  expect(data).toEqual((await encoder.embedRegions([{ prefix: '', content: cut }])).data);
  expect(await encoder.embedQuery(endless)).toEqual(await encoder.embedQuery(cut));
  expect([...(await encoder.countTokens([endless]))]).toEqual([MOST_TEXT / 4]);
  expect(Math.max(...lengths)).toBe(MOST_TEXT);
});
