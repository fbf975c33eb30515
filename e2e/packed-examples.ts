import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../scripts/install.mjs';

/** The examples in a folder of their own, with the packed package installed as a stranger would get it. */
export interface PackedExamples {
  readonly folder: string;
  /** Runs a program that a package brought; rejects with what it said when it fails. */
  run(program: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

/**
 * Packs the built library, installs it into a copy of the examples and builds their pages.
 *
 * @throws Error when the library is not built; and with npm's own words when the registry cannot be reached.
 */
export async function buildPackedExamples(): Promise<PackedExamples> {
  if (!existsSync(join(root, 'dist-lib/types/index.d.ts'))) {
    throw new Error('First: npm run build:library');
  }
  const folder = await mkdtemp(join(tmpdir(), 'canopy-examples-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  return buildIn(folder, remove).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
}

async function buildIn(folder: string, remove: () => Promise<void>): Promise<PackedExamples> {
  const npm = (args: readonly string[], cwd: string) =>
    execute('npm', [...args], { cwd, shell: process.platform === 'win32' });
  const [packed] = await Promise.all([
    npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root),
    cp(join(root, 'examples'), folder, { recursive: true, filter: isSource }),
  ]);
  await installFrom(`file:./${packed.stdout.trim()}`, folder);
  // Some scripts of packages fetch files from hosts of their own; nothing here needs them.
  await npm(['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  const run = (program: string, args: readonly string[]) =>
    execute(join(folder, 'node_modules/.bin', program), [...args], {
      ...{ cwd: folder, shell: process.platform === 'win32' },
    });
  await run('canopy', ['assets', 'public/canopy']);
  await run('vite', ['build', '--logLevel', 'warn']);
  return { folder, run, remove };
}

function isSource(path: string): boolean {
  return !/[/\\]examples[/\\](node_modules|dist|public[/\\]canopy|package-lock\.json)/.test(path);
}

async function installFrom(address: string, folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const description = JSON.parse(await readFile(file, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  description.dependencies['canopy-web'] = address;
  await writeFile(file, JSON.stringify(description, null, 2));
}
