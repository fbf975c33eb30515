// Fetches a small language model and llama.cpp for Node into .cache/reader, by npm's and pip's ordinary clients:
//
//   node scripts/reader-fetch.mjs [smollm2|gemma3]
//
// Nothing of it is needed for `npm test`; `node scripts/reader-start.mjs` then serves the model on this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { READER_FOLDER, READERS } from './reader-models.mjs';

const RUNTIME = 'node-llama-cpp@3.22.1';
/** @type {Partial<Record<string, string>>} */
const BINARY = { x64: 'linux-x64', arm64: 'linux-arm64' };

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${command} ${args[0]} failed; see the lines above.`);
    process.exit(1);
  }
}

const choice = process.argv[2] ?? 'smollm2';
const reader = READERS[choice];
if (reader === undefined) {
  console.error(`There is no reader ${choice}. Choose from ${Object.keys(READERS).join(', ')}.`);
  process.exit(1);
}
const folder = resolve(READER_FOLDER);
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'node_modules/node-llama-cpp'))) {
  const platform = process.platform === 'linux' ? BINARY[process.arch] : undefined;
  const binary = platform === undefined ? [] : [`@node-llama-cpp/${platform}@3.22.1`];
  // Without the optional packages, which would bring binaries for graphics cards of half a gigabyte.
  const few = platform === undefined ? [] : ['--omit=optional'];
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    ...few,
    RUNTIME,
    ...binary,
  ]);
}
if (!existsSync(join(folder, reader.file))) {
  const python = join(folder, 'python');
  run('pip', ['install', '--quiet', '--no-deps', '--target', python, ...reader.packages]);
  if (reader.assemble === undefined) {
    renameSync(join(python, reader.inside ?? '', reader.file), join(folder, reader.file));
  } else {
    const script = `import sys; sys.path.insert(0, ${JSON.stringify(python)}); ${reader.assemble}`;
    run('python3', ['-c', script, join(folder, reader.file)]);
  }
}
console.log(
  `Ready: ${reader.file} (${reader.licence}). Start it with: node scripts/reader-start.mjs ${choice}`,
);
