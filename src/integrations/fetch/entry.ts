/** `canopy-web/fetch`: the wrapper and the marks it looks for. */
export { markDocument } from '../../library/marked-text.ts';
export { type CanopyFetchOptions, canopyFetch } from './canopy-fetch.ts';
