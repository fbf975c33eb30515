/** One fully connected layer: `outputs` × `inputs` weights, row by row. */
export interface NetworkLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

/**
 * A network of a few hundred numbers that judges a row of features: standardised inputs, layers with tanh between them,
 * and the logistic function of the one output.
 */
export interface SmallNetwork {
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  readonly layers: readonly NetworkLayer[];
}

/** Judgement of every row, 0 to 1. `rows` holds rows of as many features as the network has inputs. */
export function judge(network: SmallNetwork, rows: Float32Array): Float32Array {
  const { mean, scale } = network;
  const width = mean.length;
  const layers = network.layers.map(({ inputs, outputs, weights, bias }) => ({
    ...{ inputs, outputs },
    weights: Float32Array.from(weights),
    bias: Float32Array.from(bias),
    output: new Float32Array(outputs),
  }));
  const input = new Float32Array(width);
  const judgements = new Float32Array(rows.length / width);
  for (let row = 0; row < judgements.length; row++) {
    for (let i = 0; i < width; i++) input[i] = (rows[row * width + i]! - mean[i]!) / scale[i]!;
    let values = input;
    for (const [index, { inputs, outputs, weights, bias, output }] of layers.entries()) {
      for (let out = 0, at = 0; out < outputs; out++) {
        let sum = bias[out]!;
        for (let i = 0; i < inputs; i++) sum += weights[at++]! * values[i]!;
        output[out] = index === layers.length - 1 ? sum : Math.tanh(sum);
      }
      values = output;
    }
    judgements[row] = 1 / (1 + Math.exp(-values[0]!));
  }
  return judgements;
}
