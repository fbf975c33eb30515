import type { Plugin } from 'vite';

/**
 * What the page may load and reach. Everything comes from its own origin; `connect-src` is wider because the person
 * chooses the endpoint: any https address, and plain http on this machine (Ollama, LM Studio, vLLM). The page itself
 * sends nothing anywhere unless an endpoint is set, and every request stands in its ledger. Inline styles are for the
 * scroll lock of the dialogs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // Videos are played from the file on this device.
  "media-src 'self' blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Puts the policy into the built page, for hosts that send no headers, and into the headers of `vite preview`. The dev
 * server has none: its hot reload needs inline scripts.
 */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: (_, { command, isPreview }) => command === 'build' || isPreview === true,
    config: () => ({
      preview: {
        headers: {
          'Content-Security-Policy': `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
        },
      },
    }),
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
