// Fails when what the page loads before anything is shown grows too large, or when a model runtime slips into it.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from './install.mjs';

/** Most gzipped bytes of the entry script with everything it imports statically. */
const MAIN_BUDGET = 150_000;
/** Words that minifying leaves in a model runtime's code; a worker or a later chunk may hold them, the main chunk not. */
const RUNTIME = /onnxruntime|ort-wasm|InferenceSession|AutoTokenizer|transformers-cache/i;
/** A static import or re-export in a built chunk: `import{a}from"./b.js"`, `import"./b.js"`, `export*from"./b.js"`. */
const STATIC_IMPORT =
  /\b(?:import|export)\s*(?:[\w$*{][^'"();]*?\bfrom\s*)?['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * The scripts that the page needs at once: those its HTML names (entry and preloads) and what they import statically.
 * @param {string} html
 * @param {(path: string) => string} read gives the text of a file by its path below the built folder
 * @returns {Map<string, string>} text by path
 */
export function mainScripts(html, read) {
  const named = [
    ...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g),
    ...html.matchAll(/<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g),
  ];
  // Addresses begin with the page's base, which is no part of the built folder.
  const paths = named.map(([, path = '']) => path.replace(/^.*?(?=assets\/)/, ''));
  const scripts = new Map();
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    if (scripts.has(path)) continue;
    const text = read(path);
    scripts.set(path, text);
    for (const [, target = ''] of text.matchAll(STATIC_IMPORT)) {
      paths.push(posix.join(posix.dirname(path), target));
    }
  }
  return scripts;
}

/**
 * What is wrong with the scripts, one sentence each.
 * @param {ReadonlyMap<string, string>} scripts
 * @param {number} [budget] in gzipped bytes
 * @returns {{ bytes: number, faults: string[] }}
 */
export function checkBudget(scripts, budget = MAIN_BUDGET) {
  const faults = [];
  if (scripts.size === 0) faults.push('index.html names no script.');
  let bytes = 0;
  for (const [path, text] of scripts) {
    bytes += gzipSync(text).length;
    const word = RUNTIME.exec(text)?.[0];
    if (word !== undefined) faults.push(`${path} holds a model runtime (“${word}”).`);
  }
  if (bytes > budget) {
    faults.push(`The main chunk has ${bytes} gzipped bytes; at most ${budget} are allowed.`);
  }
  return { bytes, faults };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(join(root, 'dist/index.html'))) {
    console.error('The app is not built yet: `npm test -- build budget`.');
    process.exit(1);
  }
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, 'dist', path), 'utf8');
  const scripts = mainScripts(read('index.html'), read);
  const { bytes, faults } = checkBudget(scripts);
  console.log(`${[...scripts.keys()].join(', ')}: ${bytes} of ${MAIN_BUDGET} gzipped bytes`);
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
