import { expect, it } from 'vitest';
import { networkJudge } from '../src/core/selections/small-network.ts';
import { trainNetwork } from './train-network.ts';

/** Exclusive or, which no single layer learns; 64 rows of each corner. */
function corners() {
  const rows = Array.from({ length: 256 }, (_, i) => [i & 1, (i >> 1) & 1] as const);
  return {
    width: 2,
    features: Float32Array.from(rows.flat()),
    labels: Uint8Array.from(rows, ([a, b]) => a ^ b),
    weights: new Float32Array(256).fill(1),
  };
}

it('learns what needs a hidden layer', () => {
  const rows = corners();
  const network = trainNetwork(rows, { hidden: [8], epochs: 400, rate: 0.02, decay: 0 });
  const judged = networkJudge(network)(rows.features, 2);
  expect(Array.from(judged, Math.round)).toEqual([...rows.labels]);
});

it('is the same for the same seed', () => {
  const options = { hidden: [3], epochs: 2, seed: 4 };
  expect(trainNetwork(corners(), options)).toEqual(trainNetwork(corners(), options));
});

it('follows the weights', () => {
  const rows = { ...corners(), features: new Float32Array(512) };
  rows.weights.forEach((_, i) => {
    rows.weights[i] = rows.labels[i] === 1 ? 3 : 1;
  });
  const network = trainNetwork(rows, { hidden: [], epochs: 200, rate: 0.05, decay: 0 });
  const [judged] = networkJudge(network)(Float32Array.of(0, 0), 2);
  expect(judged).toBeCloseTo(0.75, 1);
});
