/** The library's entry for Node: the same calls as in the browser, with an encoder and ingesters that run there. */
export type { NodeEncoderOptions } from './adapters/transformers/node-encoder.ts';
export {
  createCanopy,
  createNodeIngester,
  type NodeCanopyOptions,
  type NodeEncoderChoice,
  readSourceFile,
  vendoredModels,
} from './library/node-canopy.ts';
export { openNodeEncoder } from './library/open-node-encoder.ts';
