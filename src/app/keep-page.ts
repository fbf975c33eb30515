import type { EncoderState } from './engine.ts';
import type { Readable } from './store.ts';

/** The part of `navigator.serviceWorker` that is used. */
export type PageKeeper = Pick<ServiceWorkerContainer, 'register'>;

/**
 * Has the browser keep the page for visits without a network, once the encoder stands: laying the files down must not slow
 * the first start. A browser that refuses (private window, plain http) costs this and nothing else.
 */
export function keepPage(
  keeper: PageKeeper | undefined,
  encoder: Readable<EncoderState>,
  baseUrl: string,
): void {
  if (keeper === undefined) return;
  const look = () => {
    const { status } = encoder.get();
    if (status !== 'ready' && status !== 'failed') return;
    stop();
    keeper.register(`${baseUrl}sw.js`, { scope: baseUrl }).catch((refused: unknown) => {
      console.info('This page is not kept for visits without a network:', refused);
    });
  };
  const stop = encoder.subscribe(look);
  look();
}
