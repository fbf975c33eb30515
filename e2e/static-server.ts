import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** What a static server serves. */
export interface StaticServerOptions {
  /** Folder with the files; without one there are only `pages`. */
  readonly folder?: string;
  /** Path below which the folder stands, such as `/lib/`; the root unless given. */
  readonly at?: string;
  /** Documents by path, such as `/page.html`; they come before files. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Sent with every reply, such as a policy. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A running server. */
export interface StaticServer {
  /** Its origin. */
  readonly url: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Starts a server of files on a free port of this machine. A folder answers with its `index.html`; the icon that browsers
 * ask for unasked is empty.
 */
export async function startStaticServer(options: StaticServerOptions): Promise<StaticServer> {
  const { folder, at = '/', pages = {}, headers = {} } = options;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.replace(/\/$/, '/index.html'));
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
    const page = path === '/favicon.ico' ? '' : pages[path];
    if (page !== undefined) response.end(page);
    else if (folder === undefined || !path.startsWith(at)) sendFile(undefined, response);
    else sendFile(join(folder, normalize(`/${path.slice(at.length)}`)), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFile(file: string | undefined, response: ServerResponse): void {
  if (file === undefined || !existsSync(file) || !statSync(file).isFile()) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('Content-Length', statSync(file).size);
  createReadStream(file)
    .on('error', (error) => response.destroy(error))
    .pipe(response);
}
