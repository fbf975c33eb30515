import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ReaderFault,
  type ReaderServer,
  startReaderServer,
} from '../../../e2e/reader-server.ts';
import { type ConnectionTestOptions, testConnection } from './connection-test.ts';
import { createEgressLedger } from './egress-ledger.ts';

let server: ReaderServer;
beforeAll(async () => {
  server = await startReaderServer({ key: 'right' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.fail(undefined);
  server.requests.length = 0;
});

function check(options: Partial<ConnectionTestOptions> = {}) {
  const ledger = createEgressLedger();
  return testConnection({ baseUrl: server.url, model: 'small', key: 'right', ledger, ...options });
}

/** As a browser does it: a cross-origin call that the server does not allow fails without a reason. */
function refusing(reaches: boolean): typeof fetch {
  return (_, init) =>
    reaches && init?.mode === 'no-cors'
      ? Promise.resolve(new Response())
      : Promise.reject(new TypeError('Failed to fetch'));
}
const page = 'https://canopy.example/';

describe('testConnection', () => {
  it('says that it works, with the reply', async () => {
    expect(await check()).toMatchObject({
      diagnosis: 'works',
      message: 'small answered: “ready”',
      nextStep: '',
    });
  });

  it('makes one request only, whatever fails', async () => {
    server.fail({ kind: 'status', status: 503 });
    expect((await check()).diagnosis).toBe('server-error');
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, ReaderFault]>([
    ['rate-limited', { kind: 'status', status: 429 }],
    [
      'model-or-path-unknown',
      { kind: 'status', status: 404, body: '{"error": "model not found"}' },
    ],
    ['not-a-chat-api', { kind: 'html' }],
    ['not-a-chat-api', { kind: 'wrong-json' }],
    ['request-refused', { kind: 'status', status: 400 }],
  ])('names %s', async (diagnosis, fault) => {
    server.fail(fault);
    const report = await check();
    expect(report.diagnosis).toBe(diagnosis);
    expect(report.nextStep).not.toBe('');
  });

  it('names a wrong key, and a page that is refused by its origin', async () => {
    expect((await check({ key: 'wrong' })).diagnosis).toBe('key-refused');
    server.fail({ kind: 'origin-refused' });
    expect((await check({ key: '' })).diagnosis).toBe('origin-refused');
  });

  it('names an address that is none', async () => {
    expect((await check({ baseUrl: '' })).diagnosis).toBe('address-invalid');
  });

  it('tells a server that refuses the page from one that is not there', async () => {
    const local = { baseUrl: 'http://localhost:11434', pageUrl: 'http://localhost:5173/' };
    expect(await check({ ...local, fetch: refusing(true) })).toMatchObject({
      diagnosis: 'cors',
      nextStep: expect.stringContaining('OLLAMA_ORIGINS=http://localhost:5173'),
    });
    expect(await check({ ...local, fetch: refusing(false) })).toMatchObject({
      diagnosis: 'not-running',
      nextStep: expect.stringContaining('11434'),
    });
  });

  it.each([
    'http://192.168.1.5:8000',
    'http://box.local:11434',
    'http://[::1]:1234',
    'http://lm.localhost:1234',
  ])('names the policy of the page that blocks %s, and asks nothing more', async (baseUrl) => {
    const policyEvents = new EventTarget();
    let sent = 0;
    const blocking: typeof fetch = (input) => {
      sent++;
      // As browsers do it: the failure first, its reason a moment later, and to the document only.
      const violation = Object.assign(new Event('securitypolicyviolation'), { blockedURI: input });
      setTimeout(() => policyEvents.dispatchEvent(violation));
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const local = { baseUrl, pageUrl: 'http://localhost:4173/', policyEvents };
    expect(await check({ ...local, fetch: blocking })).toMatchObject({
      diagnosis: 'blocked-by-page',
      message: expect.stringContaining(`connect-src) does not let it call ${baseUrl}`),
      nextStep: expect.stringMatching(/on this machine only: use an https.*docs\/deployment\.md/),
    });
    expect(sent).toBe(1);
    expect((await check({ ...local, fetch: refusing(false) })).diagnosis).toBe('not-running');
  });

  it('does not take the block of another address for its own', async () => {
    const policyEvents = new EventTarget();
    const elsewhere = { blockedURI: 'http://192.168.1.50:8000/' };
    const failing: typeof fetch = () => {
      policyEvents.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), elsewhere));
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const local = { baseUrl: 'http://192.168.1.5:8000', pageUrl: 'http://localhost:4173/' };
    expect((await check({ ...local, policyEvents, fetch: failing })).diagnosis).toBe('not-running');
  });

  it('names mixed content and the local-network permission', async () => {
    const blocked = { pageUrl: page, fetch: refusing(false) };
    expect((await check({ ...blocked, baseUrl: 'http://llm.example' })).diagnosis).toBe(
      'mixed-content',
    );
    const asks = { localNetworkPermission: () => Promise.resolve('denied' as const) };
    expect((await check({ ...blocked, ...asks, baseUrl: 'http://localhost:1234' })).diagnosis).toBe(
      'local-network-blocked',
    );
  });
});
