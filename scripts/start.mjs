// `npm start`: installs what is missing, builds the app when its sources changed, and serves it.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, root, runTool } from './install.mjs';

/**
 * @param {string} path
 * @returns {number} time of the last change below it
 */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const sources = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'csp.ts',
  'scripts/pdf-assets.ts',
  'scripts/offline-build.ts',
  'src',
  'workers',
  'public',
];
const built = join(root, 'dist/index.html');

if (!installPackages()) {
  console.error('npm could not install the packages. Check the network and run `npm start` again.');
  process.exit(1);
}
const stale =
  !existsSync(built) ||
  Math.max(...sources.map((name) => newest(join(root, name)))) > statSync(built).mtimeMs;
if (stale && !runTool(['vite', 'build', '--logLevel', 'warn'])) process.exit(1);

const open = process.stdout.isTTY && !process.env.CI ? ['--open'] : [];
process.exit(runTool(['vite', 'preview', ...open, ...process.argv.slice(2)]) ? 0 : 1);
