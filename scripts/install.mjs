// Installs what a fresh machine lacks. Plain Node, no packages: it runs before `npm ci` has.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command in the repository, showing its output; returns whether it succeeded.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

/** Runs a command that a package brought.
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 */
export function runTool([name = '', ...args], env = {}) {
  return run(join(root, 'node_modules/.bin', name), args, env);
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function lockedPackages(lockfile) {
  if (!existsSync(lockfile)) return {};
  const { '': _project, ...packages } = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  return packages;
}

/** Installs the npm packages unless those of the lockfile are there. */
export function installPackages() {
  const wanted = Object.entries(lockedPackages(join(root, 'package-lock.json')));
  const present = lockedPackages(join(root, 'node_modules/.package-lock.json'));
  // npm leaves out optional packages made for other platforms.
  const complete = wanted.every(([path, { version, optional }]) =>
    path in present ? present[path]?.version === version : optional,
  );
  if (complete) return true;
  console.log('Installing packages…');
  return run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Makes sure that a Chromium is there for the browser tests: Debian's package, otherwise Playwright's download. */
export function installChromium() {
  if (findChromium() !== undefined) return true;
  console.log('Installing Chromium…');
  if (existsSync('/usr/bin/apt-get')) {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const apt = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y'];
    if (
      run('/usr/bin/env', [...apt, 'update']) &&
      run('/usr/bin/env', [...apt, 'install', 'chromium'])
    )
      return true;
  }
  return runTool(['playwright', 'install', 'chromium']);
}
