import type { EncoderFingerprint } from '../core/fingerprint.ts';
import type { CallOptions, Encoder } from './encoder.ts';

/** Where an encoder can run inside a browser. */
export type EncoderDevice = 'webgpu' | 'wasm';

/** Which encoder to load. */
export interface EncoderChoice {
  /** The folder of a model served with the page, or `hub:org/name` for one fetched from the model hub. */
  readonly model: string;
  /** One of the model's weight formats; otherwise the best for the device. */
  readonly dtype?: string;
  /** How token states become one vector, for models whose graph does not say. */
  readonly pooling?: 'mean' | 'cls';
  /** Text the model wants before every query and before every region. */
  readonly queryPrefix?: string;
  readonly regionPrefix?: string;
  /** Most tokens one pass reads, special tokens included. */
  readonly window?: number;
  /** Leading numbers of each vector that are kept, for models trained for it (Matryoshka). */
  readonly dimensions?: number;
}

/** How far loading is. */
export interface EncoderLoadProgress {
  readonly stage: 'starting' | 'downloading' | 'preparing' | 'testing' | 'ready';
  /** Bytes read so far, and in all; both 0 before the sizes are known. */
  readonly loadedBytes: number;
  readonly totalBytes: number;
  readonly device: EncoderDevice;
  /** Empty until the weight format is chosen. */
  readonly dtype: string;
}

/** Everything a loader needs to know. */
export interface EncoderLoadOptions extends CallOptions {
  /** Where the vendored models lie, such as `/models/`. */
  readonly modelsUrl: string;
  readonly choice: EncoderChoice;
  readonly device: EncoderDevice;
  /** Parts that the trees of this encoder's vectors cut a region into; the paper's 2 unless given. */
  readonly branching?: number;
  readonly onProgress?: (progress: EncoderLoadProgress) => void;
}

/**
 * Loads an encoder on one device and lets it prove itself. Rejects with `ENCODER_LOAD_FAILED`, `ENCODER_FILE_CORRUPT`,
 * `ENCODER_SELF_TEST_FAILED` or `ABORTED`.
 */
export type LoadEncoder = (options: EncoderLoadOptions) => Promise<Encoder>;

/** Told when an encoder had to leave its device: vectors made from now on carry this fingerprint. */
export type FingerprintListener = (fingerprint: EncoderFingerprint) => void;
