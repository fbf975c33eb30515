/** Every way Canopy fails, as a stable code that survives workers, logs and translation. */
export type CanopyErrorCode =
  // A caller passed something impossible: a defect of the calling code.
  | 'INVALID_ARGUMENT'
  | 'ABORTED'
  // An engine was used after it had been disposed.
  | 'DISPOSED'
  // Files
  | 'FILE_EMPTY'
  | 'FILE_TOO_LARGE'
  | 'FILE_NOT_TEXT'
  | 'FILE_ENCODING_UNKNOWN'
  | 'FILE_UNSUPPORTED'
  | 'FILE_MALFORMED'
  | 'FILE_NOT_DECODABLE'
  | 'OCR_FAILED'
  | 'FILE_ENCRYPTED'
  | 'FILE_NO_TEXT'
  | 'FILE_TOO_COMPLEX'
  | 'FILE_READER_CRASHED'
  // Encoder
  | 'ENCODER_LOAD_FAILED'
  | 'ENCODER_FILE_CORRUPT'
  | 'ENCODER_SELF_TEST_FAILED'
  | 'ENCODER_CRASHED'
  | 'ENCODER_CHANGED'
  // Store
  | 'STORE_UNAVAILABLE'
  | 'STORE_QUOTA_EXCEEDED'
  | 'STORE_FAILED'
  // Endpoint
  | 'CHAT_BLOCKED'
  | 'CHAT_UNREACHABLE'
  | 'CHAT_UNAUTHORISED'
  | 'CHAT_RATE_LIMITED'
  | 'CHAT_SERVER_ERROR'
  | 'CHAT_REJECTED'
  | 'CHAT_STREAM_CUT'
  | 'CHAT_BAD_REPLY'
  // Questions
  | 'QUESTION_EMPTY'
  | 'NOTHING_INDEXED';

/** What else an error can tell. */
export interface CanopyErrorDetails {
  /** What the person can do now, one sentence. */
  readonly nextStep?: string;
  readonly cause?: unknown;
}

/** The one error class of Canopy: a code for programs, a message and a next step for people. */
export class CanopyError extends Error {
  override readonly name = 'CanopyError';
  readonly code: CanopyErrorCode;
  readonly nextStep: string | undefined;

  constructor(code: CanopyErrorCode, message: string, details: CanopyErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.nextStep = details.nextStep;
  }
}

/** Turns anything thrown into a {@link CanopyError}, leaving those that already are one untouched. */
export function toCanopyError(thrown: unknown, code: CanopyErrorCode): CanopyError {
  if (thrown instanceof CanopyError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new CanopyError(code, message, { cause: thrown });
}

/** Throws `ABORTED` when the signal has fired; called wherever a long task can stop cleanly. */
export function throwIfAborted(signal: { readonly aborted: boolean } | undefined): void {
  if (signal?.aborted) throw new CanopyError('ABORTED', 'Cancelled.');
}
