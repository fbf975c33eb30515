import type { Ocr, OcrImage, OcrResult } from '../../ports/ocr.ts';
import { packResult, type WireResult } from './wire-error.ts';
import { holdLifeLock, type LivingService } from './worker-life.ts';

/** The OCR worker as its caller sees it. */
export interface OcrService extends LivingService {
  recognise(image: OcrImage, onProgress: (done: number) => void): Promise<WireResult<OcrResult>>;
}

/** Worker side: serves an engine that reads in the worker's own thread. */
export function createOcrService(ocr: Ocr): OcrService {
  return {
    holdLifeLock,
    recognise: (image, onProgress) =>
      packResult('OCR_FAILED', () => ocr.recognise(image, { onProgress })),
  };
}
