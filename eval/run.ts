/**
 * Evaluates compressors and strategies on question sets with gold evidence (see eval/README.md):
 *
 *   npm run eval -- --data DIR [--dataset NAME[=N]]... [--compressor NAME]... [--mode pool|retrieval|gold-items]...
 *     [--reader URL --model NAME [--strategy NAME]...] [--json FILE] [--html FILE]
 *
 * Vectors and replies are cached on disk, so an interrupted run resumes. `--list` prints all names.
 */
import { writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { env } from '@huggingface/transformers';
import { createEgressLedger } from '../src/adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../src/adapters/chat/openai-chat-model.ts';
import { openCausalLikelihood } from '../src/adapters/transformers/causal-likelihood.ts';
import { toCanopyError } from '../src/core/errors.ts';
import { type EvalOptions, listing, parseEvalOptions } from './eval-options.ts';
import { evaluate } from './evaluate.ts';
import { openNodeEncoder } from './node-encoder.ts';
import { htmlReport } from './report-html.ts';
import { markdownTables } from './report-markdown.ts';

function openEncoder({ encoder, branching }: EvalOptions, frozen: boolean) {
  return openNodeEncoder({ ...encoder, branching, frozen });
}

async function openLikelihood(folder: string) {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(resolve(folder));
  return openCausalLikelihood({ id: basename(resolve(folder)) });
}

function log(line: string, kind?: 'progress'): void {
  process.stderr.write(kind === 'progress' ? `\r${line.padEnd(78)}` : `\n${line}\n`);
}

/** Figures with the digits that mean something. */
function fiveDigits(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}

async function main(): Promise<void> {
  const options = parseEvalOptions(process.argv.slice(2));
  if (options.list) {
    console.log(listing());
    return;
  }
  const { reader, likelihood: folder, json, html } = options;
  const opened: { dispose(): Promise<void> }[] = [];
  const keep = <Opened extends { dispose(): Promise<void> }>(part: Opened) => {
    opened.push(part);
    return part;
  };
  try {
    const encoder = keep(await openEncoder(options, options.frozen));
    const openFrozen = async () =>
      options.frozen ? encoder : keep(await openEncoder(options, true));
    const chat =
      reader === undefined
        ? {}
        : {
            chat: createOpenAiChatModel({
              ...{ baseUrl: reader.url, model: reader.model, ledger: createEgressLedger() },
            }),
          };
    const likelihood =
      folder === undefined ? {} : { likelihood: keep(await openLikelihood(folder)) };
    const report = await evaluate(options, { encoder, openFrozen, log, ...chat, ...likelihood });
    process.stderr.write('\n');
    if (json !== undefined) await writeFile(json, `${JSON.stringify(report, fiveDigits, 1)}\n`);
    if (html !== undefined) await writeFile(html, htmlReport([report]));
    console.log(markdownTables(report.runs));
    const { problems, failures } = report;
    if (problems.length > 0) console.log(`\nLines left out: ${problems.length}`);
    if (failures.length > 0) console.log(`\nFailed questions: ${failures.length}`);
  } finally {
    for (const part of opened) await part.dispose();
  }
}

try {
  await main();
} catch (thrown) {
  const { message, nextStep } = toCanopyError(thrown, 'INVALID_ARGUMENT');
  console.error(`\n${message}${nextStep === undefined ? '' : ` ${nextStep}`}`);
  process.exitCode = 1;
}
