import {
  bend,
  type NetworkLayer,
  type SmallNetwork,
} from '../src/core/selections/small-network.ts';
import { seededRandom } from './bootstrap.ts';

/** Rows to learn from. */
export interface TrainingRows {
  readonly width: number;
  /** Features, row after row. */
  readonly features: Float32Array;
  /** 1 for a row to keep, 0 for one to leave out. */
  readonly labels: Uint8Array;
  /** What a row counts. */
  readonly weights: Float32Array;
}

/** How to train. */
export interface TrainingOptions {
  readonly hidden?: readonly number[];
  readonly epochs?: number;
  readonly rate?: number;
  /** Weight decay of AdamW. */
  readonly decay?: number;
  readonly seed?: number;
}

const BATCH = 512;

/** Trains a {@link SmallNetwork} on weighted logistic loss with AdamW and a cosine schedule; same seed, same network. */
export function trainNetwork(rows: TrainingRows, options: TrainingOptions = {}): SmallNetwork {
  const { hidden = [8], epochs = 30, rate = 0.012, decay = 0.3, seed = 1 } = options;
  const random = seededRandom(seed);
  const { mean, scale } = standardisation(rows);
  const sizes = [rows.width, ...hidden, 1];
  const layers = sizes.slice(1).map((outputs, index) => new Layer(sizes[index]!, outputs, random));
  const order = Uint32Array.from(rows.labels.keys());
  const meanWeight = rows.weights.reduce((sum, weight) => sum + weight, 0) / order.length;
  const steps = epochs * Math.ceil(order.length / BATCH);
  let step = 0;
  const input = new Float32Array(rows.width);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      for (const row of order.subarray(from, from + BATCH)) {
        for (let i = 0; i < rows.width; i++) {
          input[i] = (rows.features[row * rows.width + i]! - mean[i]!) / scale[i]!;
        }
        let values: Float32Array = input;
        for (const [index, layer] of layers.entries()) {
          values = layer.forward(values, index < layers.length - 1);
        }
        const judgement = 1 / (1 + Math.exp(-values[0]!));
        const weight = rows.weights[row]! / meanWeight / BATCH;
        let slopes = Float32Array.of((judgement - rows.labels[row]!) * weight);
        for (const layer of layers.toReversed()) slopes = layer.backward(slopes);
      }
      step++;
      const pace = rate * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      for (const layer of layers) layer.update(pace, decay, step);
    }
  }
  return {
    mean: Array.from(mean, short),
    scale: Array.from(scale, short),
    layers: layers.map((layer) => layer.frozen()),
  };
}

function short(value: number): number {
  return Number(value.toPrecision(4));
}

function standardisation({ width, features }: TrainingRows): {
  readonly mean: Float64Array;
  readonly scale: Float64Array;
} {
  const [mean, scale] = [new Float64Array(width), new Float64Array(width)];
  const count = features.length / width;
  for (let at = 0; at < features.length; at++) mean[at % width]! += features[at]! / count;
  for (let at = 0; at < features.length; at++) {
    scale[at % width]! += (features[at]! - mean[at % width]!) ** 2 / count;
  }
  return { mean, scale: scale.map((variance) => Math.sqrt(variance) || 1) };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}

/** A fully connected layer with its gradients and AdamW moments; the bias is the last weight of each output. */
class Layer {
  readonly #inputs: number;
  readonly #outputs: number;
  readonly #weights: Float32Array;
  readonly #gradient: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;
  readonly #output: Float32Array;
  readonly #slopes: Float32Array;
  #input = new Float32Array(0);
  #bends = false;

  constructor(inputs: number, outputs: number, random: () => number) {
    const size = outputs * (inputs + 1);
    this.#inputs = inputs;
    this.#outputs = outputs;
    this.#weights = new Float32Array(size).map(() => (2 * random() - 1) / Math.sqrt(inputs));
    this.#gradient = new Float32Array(size);
    this.#first = new Float32Array(size);
    this.#second = new Float32Array(size);
    this.#output = new Float32Array(outputs);
    this.#slopes = new Float32Array(inputs);
  }

  forward(input: Float32Array, bends: boolean): Float32Array {
    this.#input = input as Float32Array<ArrayBuffer>;
    this.#bends = bends;
    for (let out = 0, at = 0; out < this.#outputs; out++) {
      let sum = 0;
      for (let i = 0; i < this.#inputs; i++) sum += this.#weights[at++]! * input[i]!;
      sum += this.#weights[at++]!;
      this.#output[out] = bends ? bend(sum) : sum;
    }
    return this.#output;
  }

  /** Takes the slopes at the outputs, gathers the gradient and returns the slopes at the inputs. */
  backward(slopes: Float32Array): Float32Array<ArrayBuffer> {
    this.#slopes.fill(0);
    for (let out = 0, at = 0; out < this.#outputs; out++) {
      const slope = slopes[out]! * (this.#bends ? (1 - Math.abs(this.#output[out]!)) ** 2 : 1);
      for (let i = 0; i < this.#inputs; i++, at++) {
        this.#slopes[i]! += slope * this.#weights[at]!;
        this.#gradient[at]! += slope * this.#input[i]!;
      }
      this.#gradient[at++]! += slope;
    }
    return this.#slopes as Float32Array<ArrayBuffer>;
  }

  update(rate: number, decay: number, step: number): void {
    const [unbias1, unbias2] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let at = 0; at < this.#weights.length; at++) {
      const slope = this.#gradient[at]!;
      this.#first[at] = 0.9 * this.#first[at]! + 0.1 * slope;
      this.#second[at] = 0.999 * this.#second[at]! + 0.001 * slope * slope;
      const move = this.#first[at]! / unbias1 / (Math.sqrt(this.#second[at]! / unbias2) + 1e-8);
      this.#weights[at]! -= rate * (move + decay * this.#weights[at]!);
    }
    this.#gradient.fill(0);
  }

  frozen(): NetworkLayer {
    const rows = Array.from({ length: this.#outputs }, (_, out) =>
      Array.from(
        this.#weights.subarray(out * (this.#inputs + 1), (out + 1) * (this.#inputs + 1)),
        short,
      ),
    );
    return {
      inputs: this.#inputs,
      outputs: this.#outputs,
      weights: rows.flatMap((row) => row.slice(0, -1)),
      bias: rows.map((row) => row.at(-1)!),
    };
  }
}
