/** Where a chat model is reached. */
export interface ChatEndpoint {
  /** Address as people paste it: with or without `/v1`, even with `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent as a bearer token and kept nowhere. */
  readonly key?: string;
}

/** The completions address of an endpoint; undefined when the address is not one. */
export function completionsUrl(baseUrl: string): URL | undefined {
  const trimmed = baseUrl.trim();
  const url = parseUrl(
    /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `${defaultScheme(trimmed)}${trimmed}`,
  );
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  let path = url.pathname.replace(/\/+$/, '');
  path = path.replace(/\/chat\/completions$/, '');
  // A bare host gets /v1; a path that was given is taken as it is (/api/v1, /openai, /v1beta/openai …).
  if (path === '') path = '/v1';
  url.pathname = `${path}/chat/completions`;
  return url;
}

/** True for this machine, which browsers trust even over http. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** True for this machine and addresses that only exist in a local network. */
export function isLocalNetwork(url: URL): boolean {
  return (
    isLoopback(url) ||
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(url.hostname) ||
    /(\.local|\.lan|\.home\.arpa)$/.test(url.hostname) ||
    /^\[f[cd]/.test(url.hostname)
  );
}

function defaultScheme(address: string): string {
  return /^(localhost|127\.|10\.|192\.168\.|\[)/.test(address) ? 'http://' : 'https://';
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
