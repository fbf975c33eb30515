// The evaluation's encoder is the one that the library and the command line use.
export {
  type NodeEncoderOptions,
  openNodeEncoder,
} from '../src/adapters/transformers/node-encoder.ts';
