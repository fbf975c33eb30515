/**
 * Regions a second of the encoder in Chromium, on real items:
 *
 *   npx tsx bench/encode.ts --data ../shared/data [--regions 200] [--webgpu]
 *
 * Prints a Markdown table: WASM with one and two threads, taken in turns so that a busy machine slows both alike.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { readDataset } from '../eval/dataset.ts';
import { type RegionInput, regionInputs } from '../src/core/region-input.ts';
import { buildRegionTree } from '../src/core/region-tree.ts';
import { type BrowserEncoder, openBrowserEncoder } from './browser-encoder.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    regions: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    webgpu: { type: 'boolean', default: false },
  },
});

async function readRegions(count: number): Promise<RegionInput[]> {
  const dataset = await readDataset(options.data, 'hotpotqa', 'dev', { limit: 40 });
  const regions: RegionInput[] = [];
  for (const { item, leaves } of dataset.items.values()) {
    regions.push(...regionInputs(item, leaves, buildRegionTree(leaves.starts.length)));
  }
  return regions.slice(0, count);
}

async function main(): Promise<void> {
  const regions = await readRegions(Number(options.regions));
  const runs: { label: string; encoder: BrowserEncoder; rates: number[] }[] = [];
  for (const threads of [1, 2]) {
    const encoder = await openBrowserEncoder('wasm', threads);
    runs.push({ label: `WASM, ${threads} thread${threads > 1 ? 's' : ''}`, encoder, rates: [] });
  }
  if (options.webgpu) {
    const encoder = await openBrowserEncoder('webgpu');
    runs.push({ label: 'WebGPU (software adapter)', encoder, rates: [] });
  }
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const { encoder, rates } of runs) {
      const { milliseconds } = await encoder.embedRegions(regions);
      rates.push((1000 * regions.length) / milliseconds);
    }
  }
  console.log(`${regions.length} regions, ${availableParallelism()} cores, medians and ranges`);
  console.log('| encoder | weights | ready after | regions a second |\n| --- | --- | --- | --- |');
  for (const { label, encoder, rates } of runs) {
    rates.sort((a, b) => a - b);
    const [low, middle, high] = [0, rates.length >> 1, rates.length - 1].map((i) =>
      rates[i]!.toFixed(1),
    );
    const ready = `${(encoder.loadMs / 1000).toFixed(1)} s`;
    console.log(`| ${label} | ${encoder.dtype} | ${ready} | ${middle} (${low} to ${high}) |`);
    await encoder.close();
  }
}

await main();
