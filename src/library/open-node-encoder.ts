import type { NodeEncoderOptions } from '../adapters/transformers/node-encoder.ts';
import { CanopyError } from '../core/errors.ts';
import type { Encoder } from '../ports/encoder.ts';

/**
 * The vendored encoder in Node. Its runtime is loaded by the first call: the package is used without it, too, and whoever
 * brings an encoder need not have this one's installed.
 *
 * @throws CanopyError `ENCODER_LOAD_FAILED` when the runtime is not installed, or when a file of the model cannot be read.
 */
export async function openNodeEncoder(options: NodeEncoderOptions): Promise<Encoder> {
  const runtime = await import('../adapters/transformers/node-encoder.ts').catch(
    (cause: unknown) => {
      const message =
        'The encoder’s runtime, the optional package @huggingface/transformers, cannot be loaded.';
      throw new CanopyError('ENCODER_LOAD_FAILED', message, {
        // npm leaves an optional package out without a word when its install script fails.
        nextStep:
          'Run npm install @huggingface/transformers@4.3.2 beside canopy-web; where the network has no api.nuget.org, set ONNXRUNTIME_NODE_INSTALL=skip for it.',
        cause,
      });
    },
  );
  return runtime.openNodeEncoder(options);
}
