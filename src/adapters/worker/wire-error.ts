import { CanopyError, type CanopyErrorCode, toCanopyError } from '../../core/errors.ts';

/** A {@link CanopyError} as it crosses threads: structured cloning would drop its class, code and next step. */
export interface WireError {
  readonly code: CanopyErrorCode;
  readonly message: string;
  readonly nextStep?: string;
}

/** What a worker's call returns instead of throwing. */
export type WireResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireError };

/** Worker side: runs `work` and packs what it returns or throws; foreign errors get `code`. */
export async function packResult<T>(
  code: CanopyErrorCode,
  work: () => Promise<T> | T,
): Promise<WireResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    const error = toCanopyError(thrown, code);
    const { message, nextStep } = error;
    const wire = { code: error.code, message };
    return { ok: false, error: nextStep === undefined ? wire : { ...wire, nextStep } };
  }
}

/** Page side: the value, or the error as it was thrown in the worker. */
export function unpackResult<T>(result: WireResult<T>): T {
  if (result.ok) return result.value;
  const { code, message, nextStep } = result.error;
  throw new CanopyError(code, message, nextStep === undefined ? {} : { nextStep });
}
