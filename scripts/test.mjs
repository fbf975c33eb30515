// `npm test`: installs what is missing and runs every check. `npm test -- unit lint` runs only those named.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installChromium, installPackages, root, run, runTool } from './install.mjs';

const reports = join(root, '.cache/test-reports');
/** @param {string} name */
const report = (name) => join(reports, `${name}.json`);
/** @param {string} project */
const vitest = (project) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report(project)}`,
];

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command a tool that a package brought, or `node` with a script of ours
 * @property {Record<string, string>} [env]
 * @property {(report: any) => Counts} [count] reads the runner's report; a check without one counts as one test
 * @property {boolean} [chromium] whether it needs a browser
 */

/** @type {Check[]} */
const checks = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'core-types', command: ['tsc', '-p', 'src/core'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'workers',
      'eval',
      'bench',
      'e2e',
    ],
  },
  { name: 'docs', command: ['node', 'scripts/check-docs.mjs'] },
  { name: 'unit', command: vitest('unit'), count: countVitest },
  { name: 'browser', command: vitest('browser'), count: countVitest, chromium: true },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'budget', command: ['node', 'scripts/check-budget.mjs'] },
  { name: 'library', command: ['node', 'scripts/build-library.mjs'] },
  { name: 'package', command: ['node', 'scripts/check-package.mjs'] },
  {
    name: 'e2e',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') },
    count: countPlaywright,
    chromium: true,
  },
];

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number }} report
 * @returns {Counts}
 */
function countVitest({ numPassedTests, numFailedTests, numPendingTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, skipped: number } }} report
 * @returns {Counts}
 */
function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped };
}

/** @param {Check} check */
function runCheck({ name, command, env, count }) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const [tool, ...args] = command;
  const succeeded = tool === 'node' ? run(process.execPath, args, env) : runTool(command, env);
  const counts =
    count && existsSync(report(name))
      ? count(JSON.parse(readFileSync(report(name), 'utf8')))
      : { passed: succeeded ? 1 : 0, failed: 0, skipped: 0 };
  // A runner may fail without a failed test, such as when a file does not load.
  if (!succeeded && counts.failed === 0) counts.failed = 1;
  return { name, seconds: (Date.now() - started) / 1000, ...counts };
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `No check named ${unknown.join(', ')}. There are: ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const wanted = checks.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
if (!installPackages() || (wanted.some(({ chromium }) => chromium) && !installChromium())) {
  console.error('Something could not be installed; see the lines above.');
  process.exit(1);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const results = wanted.map(runCheck);

console.log('');
for (const { name, seconds, passed, failed, skipped } of results) {
  const verdict = failed > 0 ? 'FAILED' : 'ok';
  console.log(
    `${name.padEnd(11)} ${verdict.padEnd(7)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped ${seconds.toFixed(0).padStart(4)} s`,
  );
}
/** @param {keyof Counts} key */
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`);
process.exit(total('failed') > 0 ? 1 : 0);
