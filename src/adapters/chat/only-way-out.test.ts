import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Ways in which a page can send something. */
const SENDS =
  /\b(?:fetch|importScripts|sendBeacon)\s*\(|\bnew\s+(?:XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeerConnection)\b/;
/** The module that may call any address; and those that load files of this app's own origin only: model, samples. */
const MAY_SEND_ANYWHERE = /^src\/adapters\/chat\//;
const FETCHES_OWN_ORIGIN = /^src\/(?:adapters\/(?:transformers|ocr)\/|app\/samples\.ts$)/;

const root = join(import.meta.dirname, '../../..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

function code(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

describe('the only way out', () => {
  const files = [...sources('src'), ...sources('workers')];

  it('is adapters/chat', () => {
    const senders = files.filter((file) => SENDS.test(code(file)));
    const strangers = senders.filter(
      (file) => !MAY_SEND_ANYWHERE.test(file) && !FETCHES_OWN_ORIGIN.test(file),
    );
    expect(strangers).toEqual([]);
  });

  it('passes the ledger: there, only three modules name fetch, and each opens an entry before it', () => {
    const senders = files.filter(
      (file) => MAY_SEND_ANYWHERE.test(file) && /send = fetch\b/.test(code(file)),
    );
    expect(senders.map((file) => relative('src/adapters/chat', file)).sort()).toEqual([
      'connection-test.ts',
      'openai-chat-model.ts',
      'send-json.ts',
    ]);
    for (const file of senders) expect(code(file)).toMatch(/ledger\.open\(/);
  });

  it.each(['fetch("https://x")', 'new WebSocket(url)', 'navigator.sendBeacon(u, d)'])(
    'would see %s',
    (call) => {
      expect(SENDS.test(call)).toBe(true);
    },
  );
});
