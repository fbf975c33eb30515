/** Hands a text over as a file, made on this page. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download reads the address after this call.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
