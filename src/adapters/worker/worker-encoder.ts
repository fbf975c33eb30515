import { CanopyError } from '../../core/errors.ts';
import type { Encoder } from '../../ports/encoder.ts';
import type {
  EncoderChoice,
  EncoderDevice,
  EncoderLoadProgress,
  FingerprintListener,
} from '../../ports/encoder-loader.ts';

/** How {@link createWorkerEncoder} finds its model and its device. */
export interface WorkerEncoderOptions {
  /** Where the vendored models lie, such as `/models/`. */
  readonly modelsUrl: string;
  /** The vendored model unless told otherwise. */
  readonly choice?: EncoderChoice;
  /** `auto`: WebGPU where an adapter is found and proves itself, WASM otherwise. */
  readonly device?: 'auto' | EncoderDevice;
  readonly onProgress?: (progress: EncoderLoadProgress) => void;
  readonly onFingerprint?: FingerprintListener;
}

/** Starts the encoder in its worker and resolves when it has proved itself. */
export async function createWorkerEncoder(options: WorkerEncoderOptions): Promise<Encoder> {
  throw new CanopyError('ENCODER_LOAD_FAILED', `No encoder yet for ${options.modelsUrl}.`);
}
