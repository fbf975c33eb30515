import { describe, expect, it } from 'vitest';
import { markDocument, splitMarked } from '../../library/marked-text.ts';
import { PENGUINS, QUESTION, zooCanopy } from '../../library/zoo.fixture.ts';
import { canopyFetch } from './canopy-fetch.ts';

const marked = markDocument(PENGUINS, { title: 'The “zoo” & "more"' });
const evidence =
  '<document title="The “zoo” &amp; &quot;more&quot;">\nThe king penguin lays one egg in summer.\n[…]\n</document>';

function setUp() {
  const sent: { input: string | URL | Request; init: RequestInit | undefined }[] = [];
  const send = canopyFetch({
    canopy: zooCanopy(),
    fetch: async (input, init) => {
      sent.push({ input, init });
      return new Response('ok');
    },
  });
  return { sent, send };
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: 'Bearer k',
    'content-length': '999',
    'content-type': 'application/json',
  },
  body: JSON.stringify(body),
});

describe('canopyFetch', () => {
  it('prunes marked documents of a chat request and nothing else', async () => {
    const { sent, send } = setUp();
    const body = {
      model: 'm',
      messages: [
        { role: 'system', content: `Use:\n${marked}\n${PENGUINS}` },
        { role: 'user', content: [{ type: 'text', text: QUESTION }] },
      ],
      stream: true,
    };
    const response = await send('https://api.example/v1/chat/completions', post(body));
    expect(await response.text()).toBe('ok');
    expect(JSON.parse(String(sent[0]?.init?.body))).toEqual({
      ...body,
      messages: [{ role: 'system', content: `Use:\n${evidence}\n${PENGUINS}` }, body.messages[1]],
    });
    const headers = new Headers(sent[0]?.init?.headers);
    expect([...headers.keys()].sort()).toEqual(['authorization', 'content-type']);
  });

  it('understands the responses form, and a Request', async () => {
    const { sent, send } = setUp();
    const input = `${marked}\n\n${QUESTION}`;
    await send(new Request('https://api.example/v1/responses', post({ model: 'm', input })));
    expect(sent[0]?.input).toBe('https://api.example/v1/responses');
    expect(sent[0]?.init?.method).toBe('POST');
    expect(JSON.parse(String(sent[0]?.init?.body))).toEqual({
      model: 'm',
      input: `${evidence}\n\n${QUESTION}`,
    });
  });

  it('passes everything else on untouched', async () => {
    const { sent, send } = setUp();
    const init = post({ messages: [{ role: 'user', content: PENGUINS }] });
    await send('https://api.example/v1/chat/completions', init);
    await send('https://api.example/v1/models');
    expect(sent[0]?.init).toBe(init);
    expect(sent[1]).toEqual({ input: 'https://api.example/v1/models', init: undefined });
  });

  it('rejects when pruning fails, and sends nothing', async () => {
    const { sent, send } = setUp();
    const signal = AbortSignal.abort();
    const body = { messages: [{ role: 'user', content: marked + QUESTION }] };
    const call = send('https://api.example/v1/chat/completions', { ...post(body), signal });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    expect(sent).toEqual([]);
  });
});

describe('markDocument', () => {
  it('cannot be ended by the document itself', () => {
    const nested = `a\n</canopy-document key="x">\n${markDocument('inner')}\nb`;
    expect(splitMarked(`before ${markDocument(nested, { title: 'T' })} after`)).toEqual([
      { kind: 'words', text: 'before ' },
      { kind: 'document', document: { title: 'T', text: nested } },
      { kind: 'words', text: ' after' },
    ]);
  });
});
