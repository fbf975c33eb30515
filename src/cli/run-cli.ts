import { CanopyError, toCanopyError } from '../core/errors.ts';
import type { Canopy } from '../library/canopy.ts';
import { createCanopy } from '../library/node-canopy.ts';
import type { AnswerCallOptions, Endpoint, IndexProgress } from '../library/options.ts';
import { answerFiles } from './answer-files.ts';
import { type CliOptions, parseCliOptions, USAGE } from './cli-options.ts';
import { copyAssets } from './copy-assets.ts';
import { createProgressLine, noProgress } from './progress-line.ts';
import { readFileOf } from './read-file-of.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command; resolves to the exit status. Never rejects. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = args;
  try {
    switch (command) {
      case undefined:
      case '-h':
      case '--help':
      case 'help':
        terminal.out(USAGE);
        return command === undefined ? 2 : 0;
      case 'compress':
        return await withFiles(parseCliOptions(command, rest), terminal, compressFiles);
      case 'ask':
        return await withFiles(parseCliOptions(command, rest), terminal, answerFiles);
      case 'assets':
        return await copyAssets(rest, terminal);
      default:
        throw new CanopyError('INVALID_ARGUMENT', `There is no command “${command}”.`, {
          nextStep: 'See canopy --help.',
        });
    }
  } catch (thrown) {
    const error = toCanopyError(thrown, 'INVALID_ARGUMENT');
    terminal.err(errorLine(error));
    return error.code === 'INVALID_ARGUMENT' ? 2 : 1;
  }
}

type Command = (
  options: CliOptions & AnswerCallOptions,
  canopy: Canopy,
  terminal: Terminal,
) => Promise<void>;

/** Indexes the files and does the work with those that could be read; one that could not fails the command at the end. */
async function withFiles(options: CliOptions, terminal: Terminal, work: Command): Promise<number> {
  const { open = createCanopy, signal } = terminal;
  const { encoder: folder, quiet, files } = options;
  const canopy = open(folder === undefined ? {} : { encoder: { folder } });
  const call = signal === undefined ? {} : { signal };
  const progress = quiet ? noProgress : createProgressLine(terminal);
  let failed = 0;
  try {
    for (const path of files) {
      try {
        progress.show(`Reading ${path}`);
        await canopy.index(await readFileOf(path), {
          ...call,
          onProgress: (at) => progress.show(progressWords(at)),
        });
      } catch (thrown) {
        const error = toCanopyError(thrown, 'FILE_MALFORMED');
        // What is wrong with the engine is wrong for every file.
        if (!error.code.startsWith('FILE_')) throw error;
        progress.clear();
        terminal.err(errorLine(error));
        failed++;
      }
    }
    if (failed === files.length) return 1;
    progress.clear();
    await work({ ...options, ...endpointOf(options, terminal), ...call }, canopy, terminal);
    return failed > 0 ? 1 : 0;
  } finally {
    progress.clear();
    await canopy.dispose();
  }
}

function progressWords({ name, event }: IndexProgress): string {
  if (event.type !== 'embedding') return `Reading ${name}`;
  return `Embedding ${name}: ${event.done} of ${event.total} regions`;
}

function endpointOf({ url, model, keyEnv }: CliOptions, { env }: Terminal) {
  if (url === undefined || model === undefined) return {};
  const key = env[keyEnv];
  const endpoint: Endpoint = { url, model, ...(key === undefined ? {} : { key }) };
  return { endpoint };
}

const compressFiles: Command = async (options, canopy, { out, err }) => {
  const { question, json, quiet, k, dial, selection, compressor, signal } = options;
  const result = await canopy.compress(question, undefined, {
    ...(k === undefined ? {} : { k }),
    ...(dial === undefined ? {} : { dial }),
    ...(selection === undefined ? {} : { selection }),
    ...(compressor === undefined ? {} : { compressor }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { text, evidence, tokensBefore, tokensAfter } = result;
  if (json) {
    out(`${JSON.stringify({ question, tokensBefore, tokensAfter, text, evidence }, null, 2)}\n`);
    return;
  }
  out(`${text}\n`);
  if (quiet) return;
  const kept = evidence.filter(({ spans }) => spans.length > 0).length;
  err(`${tokensBefore} → ${tokensAfter} tokens, ${kept} of ${evidence.length} items\n`);
};

function errorLine({ code, message, nextStep }: CanopyError): string {
  return `canopy: ${message}${nextStep === undefined ? '' : ` ${nextStep}`} (${code})\n`;
}
