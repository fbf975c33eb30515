import { beforeEach, describe, expect, it } from 'vitest';
import { createOfflineFiles } from './offline-files.ts';

const SCOPE = 'https://host.example/canopy/';
const FILES = ['index.html', 'assets/a-1.js', 'models/m/manifest.json'];

/** Caches by name, as the browser has them. */
function memoryCaches() {
  const all = new Map<string, Map<string, Response>>();
  const urlOf = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key));
  const match = async (key: RequestInfo | URL) => {
    for (const cache of all.values()) {
      const found = cache.get(urlOf(key));
      if (found !== undefined) return found.clone();
    }
    return undefined;
  };
  const open = async (name: string) => {
    const own = all.get(name) ?? new Map<string, Response>();
    all.set(name, own);
    const cache: Pick<Cache, 'put'> = {
      put: async (key, response) => void own.set(urlOf(key), response),
    };
    return cache as Cache;
  };
  return {
    all,
    caches: {
      match,
      open,
      keys: async () => [...all.keys()],
      delete: async (n: string) => all.delete(n),
    },
  };
}

describe('the page’s files on the device', () => {
  let asked: string[];
  let isOnline: boolean;
  let stored: ReturnType<typeof memoryCaches>;
  const load = async ({ url }: Request) => {
    asked.push(url);
    if (!isOnline) throw new TypeError('Failed to fetch');
    return new Response(`${url} from the network`, { status: url.endsWith('gone') ? 404 : 200 });
  };
  const filesOf = (version: string) =>
    createOfflineFiles({ scope: SCOPE, version, files: FILES, caches: stored.caches, load });
  const get = (path: string, init: RequestInit = {}) => new Request(new URL(path, SCOPE), init);
  /** A browser's own navigation; a script cannot make such a request. */
  const navigation = (path: string) =>
    Object.defineProperty(get(path), 'mode', { value: 'navigate' });

  beforeEach(() => {
    asked = [];
    isOnline = true;
    stored = memoryCaches();
  });

  it('start the page without a network once they were laid down', async () => {
    const files = filesOf('1');
    await files.install();
    isOnline = false;
    expect(await (await files.answer(navigation('')))?.text()).toContain('index.html');
    expect(await (await files.answer(navigation('index.html?x=1')))?.text()).toContain(
      'index.html',
    );
    expect(await (await files.answer(get('assets/a-1.js')))?.text()).toContain('a-1.js');
    expect(await (await files.answer(get('models/m/manifest.json')))?.text()).toContain('manifest');
  });

  it('take a new page from the network, and hashed files never again', async () => {
    const files = filesOf('1');
    await files.install();
    asked = [];
    await files.answer(navigation(''));
    await files.answer(get('assets/a-1.js'));
    await files.answer(get('assets/late-2.js'));
    await files.answer(get('assets/late-2.js'));
    expect(asked).toEqual([SCOPE, `${SCOPE}assets/late-2.js`]);
  });

  it('stay those of one build when the server has the next one', async () => {
    const files = filesOf('1');
    await files.install();
    const laid = new Map(stored.all.get('canopy-page-1'));
    for (const request of [navigation(''), navigation('index.html'), get('models/m/manifest.json')])
      await files.answer(request);
    expect(asked.slice(FILES.length)).toEqual([SCOPE, `${SCOPE}index.html`, `${SCOPE}${FILES[2]}`]);
    expect([...stored.all.get('canopy-page-1')!]).toEqual([...laid]);
    await files.answer(get('samples/a.md'));
    isOnline = false;
    expect(await (await files.answer(get('samples/a.md')))?.text()).toContain('a.md');
    expect(await (await files.answer(get(FILES[2]!)))?.text()).toContain('manifest');
  });

  it('open as a page where the server sends index.html on to another address', async () => {
    const redirecting = async (request: Request) =>
      Object.defineProperty(await load(request), 'redirected', { value: true });
    await createOfflineFiles({
      ...{ scope: SCOPE, version: '1', files: FILES, caches: stored.caches, load: redirecting },
    }).install();
    const kept = stored.all.get('canopy-page-1')!.get(`${SCOPE}index.html`)!;
    expect([kept.redirected, kept.status]).toEqual([false, 200]);
    expect(await kept.text()).toContain('index.html from the network');
  });

  it('leave alone what goes elsewhere, what is sent, model files and parts of files', () => {
    const files = filesOf('1');
    for (const request of [
      new Request('https://api.example/v1/chat/completions'),
      new Request('https://host.example/other/'),
      new Request('https://host.example.evil.example/canopy/'),
      get('assets/a-1.js', { method: 'POST', body: 'x' }),
      get('models/m/abc123/model.onnx'),
      get('samples/a.md', { headers: { range: 'bytes=0-1' } }),
      navigation('elsewhere.html'),
    ]) {
      expect(files.answer(request), request.url).toBeUndefined();
    }
    expect(asked).toEqual([]);
  });

  it('keep no answer that is an error, and pass on that there is none', async () => {
    const files = filesOf('1');
    expect((await files.answer(get('samples/gone')))?.status).toBe(404);
    isOnline = false;
    await expect(files.answer(get('samples/gone'))).rejects.toThrow('Failed to fetch');
  });

  it('of a new build take over what has not changed and forget the old one', async () => {
    await filesOf('1').install();
    asked = [];
    const next = filesOf('2');
    await next.install();
    expect(asked).toEqual([`${SCOPE}index.html`, `${SCOPE}models/m/manifest.json`]);
    await stored.caches.open('canopy-models');
    await next.activate();
    expect([...stored.all.keys()]).toEqual(['canopy-page-2', 'canopy-models']);
  });

  it('are not laid down half', async () => {
    isOnline = false;
    await expect(filesOf('1').install()).rejects.toThrow('Failed to fetch');
  });
});
