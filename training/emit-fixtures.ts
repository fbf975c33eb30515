/**
 * Writes region trees and region texts as the TypeScript core makes them, so that training never builds a tree itself:
 *
 *   npx tsx training/emit-fixtures.ts --data DIR --split train --out FILE.jsonl[.gz] [--dataset NAME]...
 *
 * One JSON object a line: `{"kind": "item", …}` before the first `{"kind": "question", …}` that needs it. Bad lines of the
 * data end the run, naming file, line and field.
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { type DatasetItem, listDatasets, readDataset } from '../eval/dataset.ts';
import { isReserved } from '../eval/reserved.ts';
import { estimateTokens } from '../src/core/estimate-tokens.ts';
import { contentBetween, regionPrefix } from '../src/core/region-input.ts';
import { buildRegionTree, regionCount } from '../src/core/region-tree.ts';

/** Regions estimated above this are composed from smaller ones by every encoder, so their text is left out. */
const LONGEST_TEXT_TOKENS = 600;

function itemLine({ item, leaves, licence }: DatasetItem, dataset: string): object {
  const tree = buildRegionTree(leaves.starts.length);
  const leafTokens = Array.from(leaves.starts, (start, leaf) =>
    estimateTokens(contentBetween(item, start, leaves.ends[leaf]!)),
  );
  const contents = Array.from({ length: regionCount(tree) }, (_, region) => {
    const [first, end] = [tree.starts[region]!, tree.ends[region]!];
    const tokens = leafTokens.slice(first, end).reduce((sum, count) => sum + count, 0);
    if (tokens > LONGEST_TEXT_TOKENS && end - first > 1) return null;
    return contentBetween(item, leaves.starts[first]!, leaves.ends[end - 1]!);
  });
  return {
    ...{ kind: 'item', id: item.id, dataset, modality: item.modality, licence: licence ?? null },
    prefix: regionPrefix(item),
    leafCount: leafTokens.length,
    leafTokens,
    starts: [...tree.starts],
    ends: [...tree.ends],
    firstChild: [...tree.firstChild],
    childCount: [...tree.childCount],
    contents,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      split: { type: 'string', default: 'train' },
      out: { type: 'string' },
      dataset: { type: 'string', multiple: true },
      lenient: { type: 'boolean', default: false },
    },
  });
  const { data, out, split } = values;
  if (data === undefined || out === undefined) throw new Error('--data and --out are needed.');
  const sink = new PassThrough();
  const target = createWriteStream(out);
  const written = out.endsWith('.gz')
    ? pipeline(sink, createGzip(), target)
    : pipeline(sink, target);
  const write = async (line: object) => {
    if (!sink.write(`${JSON.stringify(line)}\n`)) await once(sink, 'drain');
  };
  const emitted = new Set<string>();
  for (const name of values.dataset ?? (await listDatasets(data, split))) {
    const { questions, items, problems } = await readDataset(data, name, split, {
      strict: !values.lenient,
    });
    for (const question of questions) {
      for (const id of question.itemIds.filter((itemId) => !emitted.has(itemId))) {
        emitted.add(id);
        await write(itemLine(items.get(id)!, name));
      }
      const { id, dataset, goldLevel } = question;
      await write({
        ...{ kind: 'question', id, dataset, split, question: question.question },
        items: question.itemIds,
        gold: Object.fromEntries([...question.gold].map(([item, leaves]) => [item, [...leaves]])),
        goldLevel,
        reserved: split === 'train' && isReserved(question),
      });
    }
    console.error(
      `${name}: ${questions.length} questions, ${items.size} items, ${problems.length} lines left out`,
    );
  }
  sink.end();
  await written;
}

await main();
