import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createHashEncoder } from '../../adapters/memory/hash-encoder.ts';
import { CanopyError } from '../../core/errors.ts';
import { type CanopyOptions, createCanopy } from '../../library/browser-canopy.ts';
import type { Canopy } from '../../library/canopy.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import { type CanopyActions, type CanopyState, useCanopy } from './use-canopy.ts';

const PENGUINS = {
  title: 'Penguins',
  id: 'penguins',
  text: 'The king penguin lays one egg in summer. Tickets cost nine pounds. The shop sells maps.',
};
const QUESTION = 'When does the king penguin lay its egg?';

/** A model whose answers come when the test lets them. */
function slowModel() {
  const answers: ((text: string) => void)[] = [];
  const model: ChatModel = {
    name: 'model',
    async *stream(_request, { signal } = {}) {
      yield await new Promise<string>((resolve, reject) => {
        answers.push(resolve);
        signal?.addEventListener('abort', () => reject(new CanopyError('ABORTED', 'Stopped.')));
      });
      return undefined;
    },
  };
  return { model, answers };
}

const options: CanopyOptions = {
  encoder: createHashEncoder(),
  ...{ store: 'memory', selection: 'flat-m', dial: 1, rounds: 1 },
};

let root: Root | undefined;
let seen: CanopyState & CanopyActions;

function Probe({ canopy }: { canopy: Parameters<typeof useCanopy>[0] }) {
  seen = useCanopy(canopy);
  return <output>{seen.status}</output>;
}

async function mount(canopy: Parameters<typeof useCanopy>[0]): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  // Strict mode mounts twice, as a page in development does.
  root.render(
    <StrictMode>
      <Probe canopy={canopy} />
    </StrictMode>,
  );
  await expect.poll(() => place.textContent).toBe('idle');
}

function unmount(): void {
  root?.unmount();
  root = undefined;
}
afterEach(unmount);

describe('useCanopy', () => {
  it('indexes, answers and shows both, without an endpoint', async () => {
    await mount(options);
    const added = await seen.add(PENGUINS);
    expect(added.map(({ id }) => id)).toEqual(['penguins']);
    await expect.poll(() => seen.documents.map(({ id }) => id)).toEqual(['penguins']);
    const summary = await seen.ask(QUESTION);
    await expect.poll(() => seen.summary).toEqual(summary);
    expect(seen.answer).toBe('“The king penguin lays one egg in summer.” [1]');
    expect(seen.evidence[0]?.forest.spans[0]?.text).toContain('one egg in summer');
    expect([seen.status, seen.error, seen.progress]).toEqual(['idle', undefined, undefined]);
    const compressed = await seen.compress('Where are maps sold?');
    expect(compressed?.text).toContain('The shop sells maps.');
    await expect.poll(() => seen.answer).toBe('');
    await seen.remove('penguins');
    await expect.poll(() => seen.documents).toEqual([]);
  });

  it('shows the latest question only', async () => {
    const { model, answers } = slowModel();
    await mount({ ...options, endpoint: model });
    await seen.add(PENGUINS);
    const first = seen.ask(QUESTION);
    await expect.poll(() => answers.length).toBe(1);
    expect(seen.status).toBe('working');
    const second = seen.ask('What do tickets cost?');
    expect(await first).toBeUndefined();
    await expect.poll(() => answers.length).toBe(2);
    answers[0]!('stale');
    answers[1]!('Nine pounds [1].');
    expect((await second)?.answer).toBe('Nine pounds [1].');
    await expect.poll(() => [seen.answer, seen.status]).toEqual(['Nine pounds [1].', 'idle']);
    expect(seen.error).toBeUndefined();
  });

  it('keeps what failed in the state until the next call', async () => {
    await mount(options);
    expect(await seen.ask(' ')).toBeUndefined();
    await expect.poll(() => seen.error?.code).toBe('QUESTION_EMPTY');
    await seen.add(PENGUINS);
    await expect.poll(() => seen.error).toBeUndefined();
  });

  it('stops on abort without an error', async () => {
    const { model, answers } = slowModel();
    await mount({ ...options, endpoint: model });
    await seen.add(PENGUINS);
    const asked = seen.ask(QUESTION);
    await expect.poll(() => answers.length).toBe(1);
    seen.abort();
    expect(await asked).toBeUndefined();
    await expect.poll(() => seen.status).toBe('idle');
    expect(seen.error).toBeUndefined();
  });

  it('stops with the component, and frees only what it opened itself', async () => {
    const { model, answers } = slowModel();
    const inner = createCanopy({ ...options, endpoint: model });
    let disposed = 0;
    const canopy: Canopy = {
      ...inner,
      dispose: async () => {
        disposed++;
      },
    };
    await mount(canopy);
    await seen.add(PENGUINS);
    const asked = seen.ask(QUESTION);
    await expect.poll(() => answers.length).toBe(1);
    unmount();
    expect(await asked).toBeUndefined();
    expect(disposed).toBe(0);
    expect(await seen.ask(QUESTION)).toBeUndefined();
    expect(answers).toHaveLength(1);
  });
});
