import { afterEach, expect, it } from 'vitest';
import { testConnection } from './connection-test.ts';
import { createEgressLedger } from './egress-ledger.ts';

let frame: HTMLIFrameElement;
afterEach(() => frame.remove());

/** A page of its own with this policy, through whose `fetch` the test goes. */
async function pageWith(connectSrc: string): Promise<Window & typeof globalThis> {
  frame = document.createElement('iframe');
  const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src ${connectSrc}">`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  frame.srcdoc = `<!doctype html><head>${policy}</head>`;
  document.body.append(frame);
  await loaded;
  return frame.contentWindow as Window & typeof globalThis;
}

async function diagnosisOf(baseUrl: string, connectSrc: string) {
  const page = await pageWith(connectSrc);
  const { diagnosis } = await testConnection({
    baseUrl,
    model: 'm',
    ledger: createEgressLedger(),
    pageUrl: location.href,
    fetch: async (input, init) => {
      try {
        return await page.fetch(input, init);
      } catch (thrown) {
        // An error of the other page's realm is no TypeError of this one.
        throw new TypeError(String(thrown));
      }
    },
    policyEvents: page.document,
  });
  return diagnosis;
}

// What `csp.ts` allows; nothing listens at port 9.
const shipped = "'self' https: http://localhost:* http://127.0.0.1:*";

it.each(['http://192.168.255.254:9', 'http://[::1]:9', 'http://lm.localhost:9'])(
  'hears from the browser that the policy blocks %s',
  async (address) => {
    expect(await diagnosisOf(address, shipped)).toBe('blocked-by-page');
  },
);

it('blames the server where the policy lets the call through', async () => {
  expect(await diagnosisOf('http://127.0.0.1:9', shipped)).toBe('not-running');
  frame.remove();
  expect(await diagnosisOf('http://[::1]:9', 'http:')).toBe('not-running');
});
