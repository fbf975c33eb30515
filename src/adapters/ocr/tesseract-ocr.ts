import type { TesseractApi, TesseractCore } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { CanopyError, throwIfAborted } from '../../core/errors.ts';
import type { Ocr, OcrImage, OcrResult } from '../../ports/ocr.ts';
import { grayPicture, pgmFile } from './gray-picture.ts';
import { parseOcrLines } from './ocr-lines.ts';

/** Slopes below this many radians (0.3 degrees) do not disturb the engine. */
const LEAST_SLOPE = 0.005;
const LSTM_ONLY = 1;
/** Page segmentation that looks for columns and pictures; the engine's own default takes a page for one block. */
const FIND_COLUMNS = '3';

/** What the engine needs before its first picture. */
export interface TesseractParts {
  /** @param onProgress told the per cent of the picture that is being read. */
  loadCore(onProgress: (percent: number) => void): Promise<TesseractCore>;
  /** The language's trained data, unpacked. */
  loadLanguage(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Tesseract 5 in the thread it is called in, which it blocks while it reads: seconds for a page. It loads with the first
 * picture. Skewed pages are straightened first. Abort works between pictures only; see the worker for more.
 */
export function createTesseractOcr({ loadCore, loadLanguage }: TesseractParts): Ocr {
  let onPercent: (percent: number) => void = () => undefined;
  let engine: Promise<{ core: TesseractCore; api: TesseractApi }> | undefined;

  const start = async () => {
    const [core, language] = await Promise.all([
      loadCore((percent) => onPercent(percent)),
      loadLanguage(),
    ]);
    core.FS.writeFile('eng.traineddata', language);
    const api = new core.TessBaseAPI();
    if (api.Init(null, 'eng', LSTM_ONLY) === -1) throw new Error('its language data is damaged');
    api.SetVariable('tessedit_pageseg_mode', FIND_COLUMNS);
    return { core, api };
  };

  const ready = async () => {
    engine ??= start();
    try {
      return await engine;
    } catch (cause) {
      // The next picture tries again.
      engine = undefined;
      throw failed('could not be started', cause);
    }
  };

  return {
    async recognise(image, { signal, onProgress } = {}): Promise<OcrResult> {
      throwIfAborted(signal);
      const { core, api } = await ready();
      throwIfAborted(signal);
      // The first third of the engine's scale is its own preparation.
      onPercent = (percent) => onProgress?.(Math.max(0, (percent - 30) / 70));
      try {
        return readPicture(core, api, image);
      } catch (cause) {
        // A trap inside WebAssembly leaves the engine in no defined state.
        engine = undefined;
        throw failed('stopped', cause);
      }
    },
    async dispose() {
      const running = engine;
      engine = undefined;
      (await running)?.api.End();
    },
  };
}

function readPicture(core: TesseractCore, api: TesseractApi, image: OcrImage): OcrResult {
  const { width, height } = image;
  core.FS.writeFile('/input', pgmFile(grayPicture(image)));
  try {
    if (api.SetImageFile(1, 0) === 1) throw new Error('the picture cannot be read');
    api.FindLines();
    const slope = api.GetGradient();
    const radians = Math.abs(slope) >= LEAST_SLOPE ? slope : 0;
    // What was found on the way belongs to the picture as it stood.
    api.SetImageFile(1, radians);
    api.Recognize(null);
    return parseOcrLines(JSON.parse(api.GetJSONText()), { radians, width, height });
  } finally {
    api.Clear();
    core.FS.unlink('/input');
  }
}

function failed(what: string, cause: unknown): CanopyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CanopyError('OCR_FAILED', `Text recognition ${what}: ${why}.`, {
    nextStep: 'Add the file again; if it happens again, reload the page.',
    cause,
  });
}
