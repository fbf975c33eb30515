/** One fully connected layer: `outputs` × `inputs` weights, row by row. */
export interface NetworkLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

/**
 * A network of a few hundred numbers that judges a row of features: standardised inputs, layers with x / (1 + |x|) between
 * them, and the logistic function of the one output.
 */
export interface SmallNetwork {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly layers: readonly NetworkLayer[];
}

/** What bends a sum between two layers: as good as tanh here and several times faster. */
export function bend(sum: number): number {
  return sum / (1 + Math.abs(sum));
}

/** A layer as it is computed: typed, and with the standardisation of its inputs folded into the first one. */
interface ReadyLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/**
 * Makes the function that judges rows, 0 to 1 each. Rows lie `stride` numbers apart and begin with the network's inputs.
 */
export function networkJudge(
  network: SmallNetwork,
): (rows: Float32Array, stride: number) => Float32Array {
  const layers = network.layers.map((layer, index) =>
    index === 0 ? standardised(layer, network) : typed(layer),
  );
  return (rows, stride) => {
    const count = rows.length / stride;
    let values = rows;
    let apart = stride;
    for (const [index, layer] of layers.entries()) {
      values = applyLayer(layer, values, apart, count, index < layers.length - 1);
      apart = layer.outputs;
    }
    for (let row = 0; row < count; row++) values[row] = 1 / (1 + Math.exp(-values[row]!));
    return values;
  };
}

function typed({ inputs, outputs, weights, bias }: NetworkLayer): ReadyLayer {
  return {
    ...{ inputs, outputs },
    weights: Float32Array.from(weights),
    bias: Float32Array.from(bias),
  };
}

function standardised(layer: NetworkLayer, { mean, scale }: SmallNetwork): ReadyLayer {
  const ready = typed(layer);
  for (let out = 0, at = 0; out < layer.outputs; out++) {
    for (let i = 0; i < layer.inputs; i++, at++) {
      const weight = layer.weights[at]! / scale[i]!;
      ready.weights[at] = weight;
      ready.bias[out]! -= weight * mean[i]!;
    }
  }
  return ready;
}

/** Outputs summed side by side: their additions do not wait for one another, and each sum keeps its order. */
const SIDE_BY_SIDE = 4;

function applyLayer(
  layer: ReadyLayer,
  values: Float32Array,
  apart: number,
  count: number,
  bends: boolean,
): Float32Array {
  const { outputs } = layer;
  const results = new Float32Array(count * outputs);
  const wide = outputs - (outputs % SIDE_BY_SIDE);
  for (let row = 0; row < count; row++) {
    const from = row * apart;
    const to = row * outputs;
    for (let out = 0; out < wide; out += SIDE_BY_SIDE) {
      sumFour(layer, values, from, out, bends, results, to + out);
    }
    for (let out = wide; out < outputs; out++) {
      const sum = sumOne(layer, values, from, out);
      results[to + out] = bends ? bend(sum) : sum;
    }
  }
  return results;
}

function sumFour(
  { inputs, weights, bias }: ReadyLayer,
  values: Float32Array,
  from: number,
  out: number,
  bends: boolean,
  results: Float32Array,
  to: number,
): void {
  let a = bias[out]!;
  let b = bias[out + 1]!;
  let c = bias[out + 2]!;
  let d = bias[out + 3]!;
  const first = out * inputs;
  const second = first + inputs;
  const third = second + inputs;
  const fourth = third + inputs;
  for (let i = 0; i < inputs; i++) {
    const value = values[from + i]!;
    a += weights[first + i]! * value;
    b += weights[second + i]! * value;
    c += weights[third + i]! * value;
    d += weights[fourth + i]! * value;
  }
  results[to] = bends ? bend(a) : a;
  results[to + 1] = bends ? bend(b) : b;
  results[to + 2] = bends ? bend(c) : c;
  results[to + 3] = bends ? bend(d) : d;
}

function sumOne(
  { inputs, weights, bias }: ReadyLayer,
  values: Float32Array,
  from: number,
  out: number,
): number {
  let sum = bias[out]!;
  for (let i = 0, weight = out * inputs; i < inputs; i++, weight++) {
    sum += weights[weight]! * values[from + i]!;
  }
  return sum;
}

/** Log-odds of a judgement, which is kept `apart` from 0 and 1, where they would be infinite. */
export function logOdds(judgement: number, apart = 1e-7): number {
  const bounded = Math.min(1 - apart, Math.max(apart, judgement));
  return Math.log(bounded / (1 - bounded));
}
