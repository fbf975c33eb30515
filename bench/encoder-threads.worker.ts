import { expose } from 'comlink';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { createEncoderLoader } from '../src/adapters/transformers/load-encoder.ts';
import { createEncoderService } from '../src/adapters/worker/encoder-service.ts';

// The page names the worker after the threads it wants measured.
const threads = Number(self.name);
expose(createEncoderService(createEncoderLoader({ wasmUrl, threads })));
