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

function applyLayer(
  { inputs, outputs, weights, bias }: ReadyLayer,
  values: Float32Array,
  apart: number,
  count: number,
  bends: boolean,
): Float32Array {
  const results = new Float32Array(count * outputs);
  for (let row = 0, at = 0; row < count; row++) {
    const from = row * apart;
    for (let out = 0, weight = 0; out < outputs; out++, at++) {
      let sum = bias[out]!;
      for (let i = 0; i < inputs; i++, weight++) sum += weights[weight]! * values[from + i]!;
      results[at] = bends ? bend(sum) : sum;
    }
  }
  return results;
}
