/** What the page's files are kept with. */
export interface OfflineFilesOptions {
  /** Address of the page's folder, ending in a slash; nothing outside it is looked at. */
  readonly scope: string;
  /** Names this build: its files live in a cache of their own. */
  readonly version: string;
  /** What the page needs to start and to answer without a network, relative to the scope. */
  readonly files: readonly string[];
  readonly caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  /** Asks the page's own server. */
  readonly load: (request: Request) => Promise<Response>;
}

/** Keeps the page itself on the device; what a service worker does, without being one. */
export interface OfflineFiles {
  /** Lays down every file of this build; rejects when one cannot be had, and then nothing changes. */
  install(): Promise<void>;
  /** Forgets the files of earlier builds. */
  activate(): Promise<void>;
  /** The answer to a request, or undefined for one that is none of its business and goes its usual way. */
  answer(request: Request): Promise<Response> | undefined;
}

const PREFIX = 'canopy-page-';
/** Files whose name holds a hash of their content. */
const NEVER_CHANGES = /^assets\//;
/** Model files: the encoder keeps them itself, checked, in a cache of its own. */
const KEPT_ELSEWHERE = /^models\/[^/]+\/[^/]+\//;

/**
 * Builds the files' keeper. It answers requests to the page's own folder only, so that whatever the page sends to an
 * endpoint goes past it. A page is loaded anew where there is a network; hashed files come from the device.
 */
export function createOfflineFiles(options: OfflineFilesOptions): OfflineFiles {
  const { scope, version, files, caches, load } = options;
  const name = `${PREFIX}${version}`;
  const page = new URL('index.html', scope).href;
  const laidDown = new Set(files);

  const fetchAndKeep = async (request: Request) => {
    const response = await load(request);
    if (response.ok && response.status === 200) await keep(request, response.clone());
    return response;
  };
  const keep = async (request: Request, response: Response) => {
    try {
      await (await caches.open(name)).put(request, response);
    } catch {
      // No room: the page works from the network as before.
    }
  };
  const orKept = async (loading: Promise<Response>, key: string) => {
    try {
      return await loading;
    } catch (offline) {
      const kept = await caches.match(key);
      if (kept === undefined) throw offline;
      return kept;
    }
  };

  return {
    async install() {
      const cache = await caches.open(name);
      for (const file of files) {
        const url = new URL(file, scope).href;
        const isHashed = NEVER_CHANGES.test(file);
        // The build before this one, or this page's first start, had many of them.
        const known = isHashed ? await caches.match(url) : undefined;
        const response =
          known ?? (await load(new Request(url, { cache: isHashed ? 'force-cache' : 'no-cache' })));
        if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
        await cache.put(url, unredirected(response));
      }
    },
    async activate() {
      for (const other of await caches.keys()) {
        if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
      }
    },
    answer(request) {
      if (request.method !== 'GET' || !request.url.startsWith(scope)) return undefined;
      if (request.headers.has('range')) return undefined;
      const path = new URL(request.url).href.slice(scope.length).replace(/[?#].*$/, '');
      if (KEPT_ELSEWHERE.test(path)) return undefined;
      if (request.mode === 'navigate') {
        return path === '' || path === 'index.html' ? orKept(load(request), page) : undefined;
      }
      if (!NEVER_CHANGES.test(path)) {
        // What was laid down stays of one build: after a deploy the server has files that belong to the next one.
        const loading = laidDown.has(path) ? load(request) : fetchAndKeep(request);
        return orKept(loading, request.url);
      }
      return caches.match(request.url).then((kept) => kept ?? fetchAndKeep(request));
    },
  };
}

/** Servers with clean addresses send index.html on to “/”, and browsers open no page with an answer that says so. */
function unredirected(response: Response): Response {
  if (!response.redirected) return response;
  return new Response(response.body, { status: 200, headers: response.headers });
}
