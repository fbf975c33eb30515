/** Watches for requests that the page's own content security policy stops. */
export interface PolicyWatch {
  /** Whether a request to the watched address was stopped; the browser tells it a moment after the request failed. */
  readonly blocked: () => Promise<boolean>;
  readonly stop: () => void;
}

/**
 * Listens from now on for the policy stopping a request to `url`. To the caller such a request looks like a server that
 * is not there; only the document hears the reason. The policy itself is not read, since whoever hosts the page may have
 * another one.
 *
 * @param events where violations are told; the document, where there is one.
 */
export function watchPolicy(
  url: URL,
  events: EventTarget | undefined = globalThis.document,
): PolicyWatch {
  let seen = false;
  const look = (event: Event) => {
    const blocked = 'blockedURI' in event ? String(event.blockedURI) : '';
    if (URL.canParse(blocked) && new URL(blocked).origin === url.origin) seen = true;
  };
  events?.addEventListener('securitypolicyviolation', look);
  return {
    blocked: async () => {
      if (events !== undefined && !seen) await new Promise((resolve) => setTimeout(resolve));
      return seen;
    },
    stop: () => events?.removeEventListener('securitypolicyviolation', look),
  };
}
