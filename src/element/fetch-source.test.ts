import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchSource } from './fetch-source.ts';

const still = new AbortController().signal;

describe('a source of the element', () => {
  beforeEach(() => vi.stubGlobal('document', { baseURI: 'https://host.example/page/' }));
  afterEach(() => vi.unstubAllGlobals());

  const answers = (answer: () => Response) => {
    const fetched = vi.fn(async (_: URL) => answer());
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };
  /** Begins, and then fails. */
  const cut = () =>
    new Response(
      new ReadableStream({
        start: (stream) => stream.enqueue(new Uint8Array(3)),
        pull: (stream) => stream.error(new TypeError('network error')),
      }),
    );

  it.each([
    ['zoo.txt', 'zoo.txt'],
    ['files/a%20b.pdf?x=1', 'a b.pdf'],
    ['100%.pdf', '100%.pdf'],
  ])('%s is a file called %s', async (address, name) => {
    const fetched = answers(() => new Response('text'));
    const file = await fetchSource(address, still);
    expect([file.name, await file.text()]).toEqual([name, 'text']);
    expect(fetched.mock.calls[0]?.[0].href).toBe(`https://host.example/page/${address}`);
  });

  it.each([
    ['http://', () => new Response('text'), 'The source http:// cannot be read.'],
    ['a.txt', () => new Response('', { status: 404 }), 'The source a.txt answers 404.'],
    ['a.txt', cut, 'The source a.txt cannot be read.'],
    ['a.txt', () => Response.error(), 'The source a.txt answers 0.'],
  ])('%s that fails is told by its name', async (address, answer, message) => {
    answers(answer);
    const failure = { code: 'FILE_MALFORMED', message };
    await expect(fetchSource(address, still)).rejects.toMatchObject(failure);
  });

  it('that is no longer wanted is no failure, even half-way', async () => {
    const leaving = new AbortController();
    answers(() => {
      leaving.abort();
      return cut();
    });
    const left = fetchSource('a.txt', leaving.signal);
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
