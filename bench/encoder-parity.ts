/**
 * Compares the encoder as it runs in the browser with the fp32 reference, on real items and questions:
 *
 *   python training/parity_reference.py
 *   npx tsx bench/encoder-parity.ts --data ../shared/data
 *
 * Prints one Markdown table: cosine on single sentences, and the share of parent-child decisions (does the child score at
 * least as high as its parent?) that come out as with fp32, with vectors as computed and as stored in 8 bits.
 */
import { parseArgs } from 'node:util';
import { readDataset } from '../eval/dataset.ts';
import { openNodeEncoder } from '../eval/node-encoder.ts';
import { sampleQuestions } from '../eval/sample-questions.ts';
import { type RegionInput, regionInputs } from '../src/core/region-input.ts';
import { buildRegionTree, parentsOf, type RegionTree } from '../src/core/region-tree.ts';
import { cosines, type EmbeddingBatch, quantise } from '../src/core/similarity.ts';
import type { EncoderDevice } from '../src/ports/encoder-loader.ts';
import { type BrowserEncoder, exactCosines, openBrowserEncoder, row } from './browser-encoder.ts';

interface Tree {
  readonly tree: RegionTree;
  /** Index of its first region among all regions. */
  readonly first: number;
}

interface Sample {
  readonly regions: readonly RegionInput[];
  /** Indices of regions that are single sentences or rows. */
  readonly sentences: readonly number[];
  readonly questions: readonly { readonly text: string; readonly trees: readonly Tree[] }[];
}

interface Vectors {
  readonly queries: EmbeddingBatch;
  readonly regions: EmbeddingBatch;
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    reference: { type: 'string', default: '.cache/encoder-fp32' },
    dataset: {
      type: 'string',
      multiple: true,
      default: ['hotpotqa', '2wikimultihopqa', 'qed', 'selqa', 'tatqa'],
    },
    questions: { type: 'string', default: '6' },
    'gpu-questions': { type: 'string', default: '1' },
  },
});

async function readSample(perDataset: number): Promise<Sample> {
  const regions: RegionInput[] = [];
  const sentences: number[] = [];
  const questions: { text: string; trees: Tree[] }[] = [];
  const known = new Map<string, Tree>();
  for (const name of options.dataset) {
    const dataset = await readDataset(options.data, name, 'dev');
    for (const { question, itemIds } of sampleQuestions(dataset.questions, perDataset).slice(
      0,
      perDataset,
    )) {
      const trees = itemIds.map((id) => {
        const found = known.get(`${name} ${id}`);
        if (found !== undefined) return found;
        const { item, leaves } = dataset.items.get(id)!;
        const tree = buildRegionTree(leaves.starts.length);
        const added = { tree, first: regions.length };
        for (const [region, input] of regionInputs(item, leaves, tree).entries()) {
          if (tree.childCount[region] === 0) sentences.push(regions.length);
          regions.push(input);
        }
        known.set(`${name} ${id}`, added);
        return added;
      });
      questions.push({ text: question, trees });
    }
  }
  return { regions, sentences: sentences.slice(0, 200), questions };
}

async function reference({ questions, regions }: Sample): Promise<Vectors> {
  const encoder = await openNodeEncoder({ folder: options.reference, dtype: 'fp32', threads: 2 });
  const queries: Float32Array[] = [];
  for (const { text } of questions) queries.push(await encoder.embedQuery(text));
  const embedded = await encoder.embedRegions(regions);
  await encoder.dispose();
  const { dimensions } = embedded;
  const data = new Float32Array(queries.length * dimensions);
  for (const [index, query] of queries.entries()) data.set(query, index * dimensions);
  return { queries: { rows: queries.length, dimensions, data }, regions: embedded };
}

/** In parts, so that the page answers now and then and progress shows. */
async function inBrowser(encoder: BrowserEncoder, sample: Sample): Promise<Vectors> {
  const queries = await encoder.embedQueries(sample.questions.map(({ text }) => text));
  const data = new Float32Array(sample.regions.length * queries.dimensions);
  for (let from = 0; from < sample.regions.length; from += 100) {
    const part = await encoder.embedRegions(sample.regions.slice(from, from + 100));
    data.set(part.data, from * queries.dimensions);
    process.stderr.write(`\r${encoder.dtype}: ${from + part.rows} of ${sample.regions.length} `);
  }
  process.stderr.write('\n');
  return { queries, regions: { ...queries, rows: sample.regions.length, data } };
}

/** Every parent-child decision of every question, in a fixed order. */
function decisions(
  { questions }: Sample,
  { queries, regions }: Vectors,
  stored: boolean,
): boolean[] {
  const quantised = quantise(regions);
  const made: boolean[] = [];
  for (const [index, { trees }] of questions.entries()) {
    const query = row(queries, index);
    const scores = stored ? cosines(query, quantised) : exactCosines(query, regions);
    for (const { tree, first } of trees) {
      for (const [region, parent] of parentsOf(tree).entries()) {
        if (parent >= 0) made.push(scores[first + region]! >= scores[first + parent]!);
      }
    }
  }
  return made;
}

function agreement(a: readonly boolean[], b: readonly boolean[]): string {
  const same = a.filter((decision, i) => decision === b[i]).length;
  return `${((100 * same) / a.length).toFixed(2)}%`;
}

async function compare(
  device: EncoderDevice | undefined,
  sample: Sample,
  fp32: Vectors,
): Promise<string> {
  const exact = decisions(sample, fp32, false);
  let found = fp32;
  let label = 'fp32 reference, CPU';
  if (device !== undefined) {
    const encoder = await openBrowserEncoder(device);
    label = `${encoder.dtype}, ${device === 'wasm' ? 'WASM' : 'WebGPU (software adapter)'}`;
    try {
      found = await inBrowser(encoder, sample);
    } finally {
      await encoder.close();
    }
  }
  const similarity = sample.sentences.map((index) => {
    const [a, b] = [row(found.regions, index), row(fp32.regions, index)];
    return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  });
  const mean = similarity.reduce((sum, value) => sum + value, 0) / similarity.length;
  return `| ${[
    label,
    similarity.length,
    Math.min(...similarity).toFixed(4),
    mean.toFixed(4),
    exact.length,
    agreement(decisions(sample, found, false), exact),
    agreement(decisions(sample, found, true), exact),
  ].join(' | ')} |`;
}

async function main(): Promise<void> {
  const rows = [
    '| encoder | sentences | cosine min | mean | decisions | agree | agree, stored in 8 bits |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const sample = await readSample(Number(options.questions));
  const fp32 = await reference(sample);
  rows.push(await compare(undefined, sample, fp32), await compare('wasm', sample, fp32));
  console.log(rows.join('\n'));
  const few = await readSample(Number(options['gpu-questions']));
  if (few.regions.length > 0) {
    rows.push(await compare('webgpu', few, await reference(few)));
    console.log(rows.at(-1));
  }
}

await main();
