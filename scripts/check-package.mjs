// Fails when the built package could not be used: wrong exports or types, missing files, too many bytes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { minifySync } from 'rolldown/utils';
import { checkBudget, mainScripts } from './check-budget.mjs';
import { root, runTool } from './install.mjs';

/** Most gzipped bytes of an entry with all that it imports statically, minified as a page's bundler would. */
const BUDGETS = {
  ...{ 'index.js': 60_000, 'element.js': 60_000, 'react.js': 60_000, 'fetch.js': 5_000 },
  ...{ 'strategies.js': 25_000, 'compressors.js': 25_000 },
};
const WANTED = ['encoder', 'ingest', 'ocr'].map((name) => `${name}.worker.js`);

if (!existsSync(join(root, 'dist-lib/types/index.d.ts'))) {
  console.error('The library is not built yet: `npm test -- library package`.');
  process.exit(1);
}
/** @type {string[]} */
const faults = [];
/** @param {string} path */
const read = (path) => readFileSync(join(root, 'dist-lib', path), 'utf8');

for (const [entry, budget] of Object.entries(BUDGETS)) {
  const scripts = mainScripts(`<script src="assets/../${entry}">`, (path) =>
    read(path.replace('assets/../', '')),
  );
  for (const [path, text] of scripts)
    scripts.set(path, minifySync(path, text, { module: true }).code);
  const { bytes, faults: found } = checkBudget(scripts, budget);
  console.log(`${entry}: ${bytes} of ${budget} gzipped bytes`);
  faults.push(...found.map((fault) => `${entry}: ${fault}`));
}

const { messages, pkg } = await publint({ pkgDir: root, level: 'suggestion', strict: true });
faults.push(...messages.map((message) => `publint: ${formatMessage(message, pkg)}`));

const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  ...{ cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
});
const [{ files, size, unpackedSize }] = JSON.parse(packed.stdout);
const paths = files.map((/** @type {{ path: string }} */ { path }) => path);
console.log(
  `${paths.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`,
);
for (const name of WANTED) {
  if (!paths.includes(`dist-lib/${name}`)) faults.push(`The package lacks dist-lib/${name}.`);
}
for (const path of paths) {
  if (
    !/^(dist-lib\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|custom-elements\.json$)/.test(
      path,
    )
  )
    faults.push(`${path} does not belong into the package.`);
}

for (const fault of faults) console.error(fault);
const types = runTool(['attw', '--pack', '.', '--profile', 'esm-only', '--format', 'ascii']);
process.exit(faults.length === 0 && types ? 0 : 1);

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
