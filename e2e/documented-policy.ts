import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/install.mjs';

/** Stands in the documents for the host that serves the element's files. */
const ASSETS = 'https://assets.example';

/**
 * A policy exactly as docs/element.md gives it: for files on the page's own origin, or with `assets` on that one.
 *
 * @throws Error when the document no longer has it.
 */
export function documentedPolicy(assets?: string): string {
  const text = readFileSync(join(root, 'docs/element.md'), 'utf8');
  const policies = [...text.matchAll(/^Content-Security-Policy: (.+)$/gm)].map(
    ([, policy]) => policy!,
  );
  const found = policies.find((policy) => policy.includes(ASSETS) === (assets !== undefined));
  if (found === undefined) throw new Error('docs/element.md has no such policy.');
  return found.replaceAll(ASSETS, assets ?? ASSETS);
}
