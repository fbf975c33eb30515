import { createOfflineFiles } from '../src/adapters/offline/offline-files.ts';

/** What the build writes in: its name, and the files that the page needs without a network. */
declare const OFFLINE_BUILD: { readonly version: string; readonly files: readonly string[] };

/** The part of a service worker's events that is used; the page's own types know none of them. */
interface WorkerEvent extends Event {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = new URL('./', self.location.href).href;
const build = OFFLINE_BUILD;
const files = createOfflineFiles({
  scope,
  ...build,
  caches,
  load: (request) => fetch(request),
});

const on = (type: string, handle: (event: WorkerEvent) => void) =>
  self.addEventListener(type, (event) => handle(event as WorkerEvent));

on('install', (event) => event.waitUntil(files.install()));
on('activate', (event) => event.waitUntil(files.activate()));
on('fetch', (event) => {
  const answer = files.answer(event.request);
  if (answer !== undefined) event.respondWith(answer);
});
