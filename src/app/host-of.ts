/** The host of an address; what was typed where it is no address yet. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
