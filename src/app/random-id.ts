/** 128 random bits in hex. `crypto.randomUUID` is missing on pages over plain http, this is not. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
