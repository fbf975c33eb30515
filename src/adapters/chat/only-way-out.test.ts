import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Ways in which a page can send something. */
const SENDS =
  /\b(?:fetch|importScripts|sendBeacon)\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection)\b/;
/** The module that may call any address, with what the person asked to send. */
const MAY_SEND_ANYWHERE = /^src\/adapters\/chat\//;
/** Asks the model hub for the files of a model that was chosen there by name; it sends no document and no question. */
const DOWNLOADS_FROM_HUB = 'src/adapters/transformers/load-hub-model.ts';
/** Gets the documents that the page around the element names in `sources`; it sends nothing of them. */
const GETS_SOURCES = 'src/element/fetch-source.ts';
/** Those that load files of this app's own origin only: model, recognition, samples, the page itself. */
const FETCHES_OWN_ORIGIN =
  /^src\/(?:adapters\/(?:transformers\/(?!load-hub-model)|ocr\/)|app\/samples\.ts$)|^workers\/service-worker\.ts$/;

const root = join(import.meta.dirname, '../../..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file));
}

function code(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

describe('the only way out', () => {
  const files = [...sources('src'), ...sources('workers')];
  const naming = (pattern: RegExp) => files.filter((file) => pattern.test(code(file))).sort();

  it('is adapters/chat', () => {
    const strangers = naming(SENDS).filter(
      (file) =>
        !MAY_SEND_ANYWHERE.test(file) &&
        !FETCHES_OWN_ORIGIN.test(file) &&
        file !== DOWNLOADS_FROM_HUB &&
        file !== GETS_SOURCES,
    );
    // One call, without a body.
    expect(code(GETS_SOURCES).match(/\bfetch\([^)]*\)/g)).toEqual(['fetch(url, { signal })']);
    expect(strangers).toEqual([]);
  });

  it('passes the ledger: there, two modules name fetch, and whoever uses them opens an entry', () => {
    const chat = (pattern: RegExp) =>
      naming(pattern).filter((file) => MAY_SEND_ANYWHERE.test(file));
    expect(chat(/send = fetch\b/)).toEqual([
      'src/adapters/chat/connection-test.ts',
      'src/adapters/chat/post-json.ts',
    ]);
    const senders = naming(/\bpostJson\(|send = fetch\b/).filter(
      (file) => !file.endsWith('/post-json.ts'),
    );
    expect(senders).toEqual([
      'src/adapters/chat/connection-test.ts',
      'src/adapters/chat/openai-chat-model.ts',
      'src/adapters/chat/send-json.ts',
    ]);
    for (const file of senders) expect(code(file)).toMatch(/ledger\.open\(/);
  });

  it('has one exception, downloads from the model hub, which the page itself never chooses', () => {
    expect(naming(/allowRemoteModels = true|\bremoteHost\b/)).toEqual([DOWNLOADS_FROM_HUB]);
    expect(naming(/\bloadHubModel\(/)).toEqual([
      'src/adapters/transformers/load-encoder.ts',
      DOWNLOADS_FROM_HUB,
    ]);
    expect(code('src/adapters/transformers/load-encoder.ts')).toMatch(
      /startsWith\('hub:'\)\s*\?\s*await loadHubModel\(/,
    );
    expect(naming(/['"`]hub:/).filter((file) => /^(src\/app|workers)\//.test(file))).toEqual([]);
  });

  it.each(['fetch("https://x")', 'new WebSocket(url)', 'navigator.sendBeacon(u, d)'])(
    'would see %s',
    (call) => {
      expect(SENDS.test(call)).toBe(true);
    },
  );
});
