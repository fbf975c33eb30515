import { describe, expect, it } from 'vitest';
import { sha256Hex } from './sha256.ts';
import { createVerifiedFiles, type FileCache } from './verified-files.ts';

const bytes = new TextEncoder().encode('weights of a model');

/** A cache in memory. */
function memoryCache(): FileCache & { readonly entries: Map<string, Uint8Array<ArrayBuffer>> } {
  const entries = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    entries,
    async match(url) {
      const found = entries.get(String(url));
      return found === undefined ? undefined : new Response(found);
    },
    async put(url, response) {
      entries.set(String(url), new Uint8Array(await response.arrayBuffer()));
    },
    delete: async (url) => entries.delete(String(url)),
    keys: async () => [],
  };
}

/** A server that answers with these bodies in turn, and remembers how it was asked. */
function server(...bodies: (Uint8Array<ArrayBuffer> | string | Error)[]) {
  const asked: (RequestCache | undefined)[] = [];
  const request: typeof fetch = async (_, init) => {
    asked.push(init?.cache);
    const body = bodies[Math.min(asked.length, bodies.length) - 1]!;
    if (body instanceof Error) throw body;
    const type = typeof body === 'string' ? 'text/html' : 'application/octet-stream';
    return new Response(body, { headers: { 'content-type': type } });
  };
  return { asked, request };
}

async function file() {
  return { path: 'onnx/model.onnx', bytes: bytes.length, sha256: await sha256Hex(bytes) };
}

describe('sha256Hex', () => {
  it('gives the published digest of "abc" with and without crypto.subtle', async () => {
    const abc = new TextEncoder().encode('abc');
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await sha256Hex(abc)).toBe(digest);
    expect(await sha256Hex(abc, undefined)).toBe(digest);
  });
});

describe('createVerifiedFiles', () => {
  it('reads from the network once and from the cache afterwards', async () => {
    const cache = memoryCache();
    const { asked, request } = server(bytes);
    let read = 0;
    const files = createVerifiedFiles({
      folderUrl: 'https://page/models/m/1/',
      fetch: request,
      cache,
      onBytes: (count) => {
        read += count;
      },
    });
    expect(await files.read(await file())).toEqual(bytes);
    expect(await files.read(await file())).toEqual(bytes);
    expect(asked).toEqual(['no-store']);
    expect(read).toBe(2 * bytes.length);
    expect([...cache.entries.keys()]).toEqual(['https://page/models/m/1/onnx/model.onnx']);
  });

  it.each([
    ['which holds no copy where one is kept here', memoryCache(), ['no-store', 'no-store']],
    ['which is the only one where none is kept here', undefined, ['default', 'reload']],
  ])('fetches a damaged file again past the HTTP cache, %s', async (_, cache, modes) => {
    const { asked, request } = server(bytes.slice(0, 5), bytes);
    const files = createVerifiedFiles({ folderUrl: '/', fetch: request, cache });
    expect(await files.read(await file())).toEqual(bytes);
    expect(asked).toEqual(modes);
  });

  it.each([
    ['cut short', bytes.slice(0, 5), '5 bytes instead of 18'],
    ['altered', bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte)), 'SHA-256'],
    ['a web page', '<!doctype html>', 'a web page'],
  ])('refuses a file that is %s, and never keeps it', async (_, body, message) => {
    const cache = memoryCache();
    const { asked, request } = server(body);
    const read = createVerifiedFiles({ folderUrl: '/f/', fetch: request, cache }).read(
      await file(),
    );
    await expect(read).rejects.toMatchObject({
      code: 'ENCODER_FILE_CORRUPT',
      message: expect.stringContaining(message),
    });
    await expect(read).rejects.toMatchObject({
      message: expect.stringContaining('/f/onnx/model.onnx'),
    });
    expect(asked).toEqual(['no-store', 'no-store']);
    expect(cache.entries.size).toBe(0);
  });

  it('throws away a kept file that has gone bad', async () => {
    const cache = memoryCache();
    cache.entries.set('/onnx/model.onnx', bytes.slice(1));
    const { asked, request } = server(bytes);
    const files = createVerifiedFiles({ folderUrl: '/', fetch: request, cache });
    expect(await files.read(await file())).toEqual(bytes);
    expect(asked).toHaveLength(1);
    expect(cache.entries.get('/onnx/model.onnx')).toEqual(bytes);
  });

  it('works where the cache refuses', async () => {
    const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const cache: FileCache = { match: refuse, put: refuse, delete: refuse, keys: refuse };
    const files = createVerifiedFiles({ folderUrl: '/', fetch: server(bytes).request, cache });
    expect(await files.read(await file())).toEqual(bytes);
  });

  it('names a server that cannot be reached', async () => {
    const { request } = server(new TypeError('Failed to fetch'));
    const read = createVerifiedFiles({ folderUrl: '/', fetch: request }).read(await file());
    await expect(read).rejects.toMatchObject({ code: 'ENCODER_LOAD_FAILED' });
  });

  it('stops when aborted', async () => {
    const signal = AbortSignal.abort();
    const { request } = server(new DOMException('stop', 'AbortError'));
    const read = createVerifiedFiles({ folderUrl: '/', fetch: request, signal }).read(await file());
    await expect(read).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
