import type { Remote } from 'comlink';
import { CanopyError } from '../../core/errors.ts';
import { type EncoderFingerprint, fingerprintKey } from '../../core/fingerprint.ts';
import type { RegionInput } from '../../core/region-input.ts';
import type { CallOptions, Encoder, MediaRegion } from '../../ports/encoder.ts';
import type {
  EncoderChoice,
  EncoderDevice,
  EncoderLoadProgress,
  FingerprintListener,
} from '../../ports/encoder-loader.ts';
import { type EncoderSeat, startSeat, whileWanted } from './encoder-seat.ts';
import type { EncoderService } from './encoder-service.ts';
import { findGpu } from './find-gpu.ts';
import type { WireResult } from './wire-error.ts';

/** The model that is served with the page. */
export const VENDORED_MODEL = 'all-minilm-l6-v2';

/** How long a GPU may stand still while it loads, in milliseconds. A first compilation of shaders takes seconds. */
export const GPU_PATIENCE = 90_000;

/** How {@link createWorkerEncoder} finds its model and its device. */
export interface WorkerEncoderOptions {
  /** Where the vendored models lie, such as `/models/`. */
  readonly modelsUrl: string;
  /** {@link VENDORED_MODEL} unless told otherwise. */
  readonly choice?: EncoderChoice;
  /** `auto`: WebGPU where an adapter is found and proves itself, WASM otherwise. Another choice is never left. */
  readonly device?: 'auto' | EncoderDevice;
  /** Parts that region trees cut a region into; the paper's 2 unless given. */
  readonly branching?: number;
  readonly onProgress?: (progress: EncoderLoadProgress) => void;
  readonly onFingerprint?: FingerprintListener;
  /** Stops loading; without effect once the encoder stands. */
  readonly signal?: AbortSignal;
  /** Makes the worker, where the page's own script would not be found. */
  readonly createWorker?: () => Worker;
  /** Whether a GPU adapter can be had; one made of software does not count, being slower than WASM. */
  readonly hasWebGpu?: (() => Promise<boolean>) | undefined;
  /** Milliseconds without progress after which `auto` gives up a GPU; {@link GPU_PATIENCE} unless given. */
  readonly gpuPatience?: number;
}

/**
 * Starts the encoder in its own worker and resolves when it has proved itself; the {@link Encoder} it returns outlives
 * that worker. When the worker dies or loses its device, a new one is started and every call that was under way is made
 * once more; a call that dies twice rejects with `ENCODER_CRASHED`. A GPU that fails twice is left for WASM (with `auto`):
 * then `fingerprint` changes, `onFingerprint` tells it, and calls made before reject with `ENCODER_CHANGED`.
 */
export async function createWorkerEncoder(options: WorkerEncoderOptions): Promise<Encoder> {
  const seats = createSeats(options);
  const first = await whileWanted(seats.take(), options.signal, () => seats.close());
  let fingerprint = first.fingerprint;
  seats.onSeat((seat) => {
    if (fingerprintKey(seat.fingerprint) === fingerprintKey(fingerprint)) return;
    fingerprint = seat.fingerprint;
    options.onFingerprint?.(fingerprint);
  });

  const call = async <T>(
    signal: AbortSignal | undefined,
    work: (service: Remote<EncoderService>, call: number) => PromiseLike<WireResult<T>>,
  ): Promise<T> => {
    const asked = fingerprintKey(fingerprint);
    let crash: unknown;
    for (let tries = 0; ; tries++) {
      const seat = await whileWanted(seats.take(), signal);
      if (fingerprintKey(seat.fingerprint) !== asked) throw changed(seat.fingerprint);
      if (tries === 2) throw crash;
      try {
        return await seat.call(signal, work);
      } catch (error) {
        if (!(error instanceof CanopyError) || error.code !== 'ENCODER_CRASHED') throw error;
        crash = error;
        seats.replace(seat);
      }
    }
  };

  return {
    get fingerprint() {
      return fingerprint;
    },
    window: first.window,
    embedQuery: (query, { signal } = {}) =>
      call(signal, (service, id) => service.embedQuery(id, query)),
    countTokens: (texts, { signal } = {}) =>
      call(signal, (service, id) => service.countTokens(id, texts)),
    embedRegions: (regions, { signal } = {}) =>
      call(signal, (service, id) => service.embedRegions(id, regions)),
    ...(first.readsItems
      ? {
          embedItems: (items: readonly RegionInput[], { signal }: CallOptions = {}) =>
            call(signal, (service, id) => service.embedItems(id, items)),
        }
      : {}),
    ...(first.sees
      ? {
          embedMedia: (regions: readonly MediaRegion[], { signal }: CallOptions = {}) =>
            call(signal, (service, id) => service.embedMedia(id, regions)),
        }
      : {}),
    dispose: async () => seats.close(),
  };
}

/** Keeps one {@link EncoderSeat} occupied. */
interface Seats {
  /** The seat that works now or is being started. */
  take(): Promise<EncoderSeat>;
  /** Gives up a seat that crashed, once, whoever notices. */
  replace(seat: EncoderSeat): void;
  onSeat(listener: (seat: EncoderSeat) => void): void;
  close(): void;
}

function createSeats(options: WorkerEncoderOptions): Seats {
  const isAuto = (options.device ?? 'auto') === 'auto';
  let device: EncoderDevice | undefined = isAuto ? undefined : (options.device as EncoderDevice);
  let gpuCrashes = 0;
  const closing = new AbortController();
  let closed: CanopyError | undefined;
  let seat: EncoderSeat | undefined;
  let starting: Promise<EncoderSeat> | undefined;
  let listener: ((seat: EncoderSeat) => void) | undefined;

  const open = async (): Promise<EncoderSeat> => {
    device ??= (await (options.hasWebGpu ?? hasHardwareGpu)()) ? 'webgpu' : 'wasm';
    try {
      return await (isAuto && device === 'webgpu'
        ? startPatiently(options, closing.signal)
        : startOn(device, options, closing.signal));
    } catch (error) {
      if (!isAuto || device === 'wasm' || closed !== undefined) throw error;
      // A failed start leaves the runtime of its worker unusable, so the CPU gets a new one.
      device = 'wasm';
      return await startOn(device, options, closing.signal);
    }
  };
  const start = async (): Promise<EncoderSeat> => {
    try {
      const opened = await open();
      if (closed !== undefined) {
        opened.end(closed);
        throw closed;
      }
      seat = opened;
      listener?.(opened);
      return opened;
    } catch (error) {
      // The next call tries again.
      starting = undefined;
      throw error;
    }
  };

  return {
    take() {
      if (closed !== undefined) return Promise.reject(closed);
      starting ??= start();
      return starting;
    },
    replace(failed) {
      if (seat !== failed || closed !== undefined) return;
      failed.end(new CanopyError('ENCODER_CRASHED', 'The encoder is being restarted.'));
      seat = undefined;
      starting = undefined;
      if (failed.device === 'webgpu' && ++gpuCrashes === 2 && isAuto) device = 'wasm';
    },
    onSeat(added) {
      listener = added;
    },
    close() {
      closed ??= new CanopyError('ENCODER_CRASHED', 'The encoder was closed.');
      seat?.end(closed);
      closing.abort();
    },
  };
}

async function hasHardwareGpu(): Promise<boolean> {
  return (await findGpu()) === 'hardware';
}

function startOn(
  device: EncoderDevice,
  options: WorkerEncoderOptions,
  signal: AbortSignal,
  onProgress = options.onProgress ?? (() => undefined),
): Promise<EncoderSeat> {
  const worker = (options.createWorker ?? encoderWorker)();
  const { modelsUrl, branching, choice = { model: VENDORED_MODEL } } = options;
  // A worker's own location is its script, so relative addresses are resolved here.
  const wire = {
    ...{ modelsUrl: new URL(modelsUrl, document.baseURI).href, choice, device },
    ...(branching === undefined ? {} : { branching }),
  };
  return startSeat(worker, wire, onProgress, signal);
}

/** Starts on the GPU, giving it up when it stops making progress: some drivers hang instead of failing. */
async function startPatiently(
  options: WorkerEncoderOptions,
  closing: AbortSignal,
): Promise<EncoderSeat> {
  const { gpuPatience = GPU_PATIENCE, onProgress } = options;
  const hung = new AbortController();
  let timer = setTimeout(() => hung.abort(), gpuPatience);
  const start = startOn('webgpu', options, AbortSignal.any([closing, hung.signal]), (progress) => {
    clearTimeout(timer);
    timer = setTimeout(() => hung.abort(), gpuPatience);
    onProgress?.(progress);
  });
  try {
    return await start;
  } finally {
    clearTimeout(timer);
  }
}

// Bundlers find the worker by exactly this expression.
function encoderWorker(): Worker {
  return new Worker(new URL('../../../workers/encoder.worker.ts', import.meta.url), {
    type: 'module',
    name: 'canopy-encoder',
  });
}

function changed({ device, dtype }: EncoderFingerprint): CanopyError {
  return new CanopyError('ENCODER_CHANGED', `The encoder moved to ${device} (${dtype}).`, {
    nextStep: 'Start this item or question again.',
  });
}
