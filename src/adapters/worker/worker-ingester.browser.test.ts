import { afterEach, describe, expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import { createWorkerIngester, type WorkerIngester } from './worker-ingester.ts';

const opened: WorkerIngester[] = [];
afterEach(() => {
  for (const ingester of opened.splice(0)) ingester.dispose();
});

function open(createWorker?: () => Worker): WorkerIngester {
  const ingester = createWorkerIngester(createWorker);
  opened.push(ingester);
  return ingester;
}

/** Makes one worker of each script, then real ones. */
function workersFrom(...scripts: Blob[]): () => Worker {
  return () => {
    const script = scripts.shift();
    if (script !== undefined) return new Worker(URL.createObjectURL(script), { type: 'module' });
    return new Worker(new URL('../../../workers/ingest.worker.ts', import.meta.url), {
      type: 'module',
    });
  };
}

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('worker ingester', { timeout: 30_000 }, () => {
  it('reads a file in the worker and takes its bytes there', async () => {
    const owls = file('owls.md', '# Owls\n\n## Food\n\nMice. Voles.');
    const { id, items } = await open().ingest(owls);
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(items).toMatchObject([{ title: 'Owls', headingPath: ['Food'], text: 'Mice. Voles.' }]);
    expect(owls.bytes.byteLength).toBe(0);
  });

  it('leaves a larger buffer to its owner', async () => {
    const { bytes } = file('x', 'xxMice.xx');
    const { items } = await open().ingest({ name: 'a.txt', bytes: bytes.subarray(2, 7) });
    expect(items).toMatchObject([{ text: 'Mice.' }]);
    expect(bytes.byteLength).toBe(9);
  });

  it('brings errors back with code, message and next step, and reads on', async () => {
    const ingester = open();
    const error = await caught(ingester.ingest(file('blank.txt', ' \n')));
    expect(error).toBeInstanceOf(CanopyError);
    expect(error).toMatchObject({
      code: 'FILE_EMPTY',
      nextStep: expect.stringContaining('add it again'),
    });
    expect((error as CanopyError).message).toContain('“blank.txt”');
    expect((await ingester.ingest(file('a.txt', 'Mice.'))).items).toHaveLength(1);
  });

  it('reads several files at a time', async () => {
    const ingester = open();
    const names = Array.from({ length: 20 }, (_, at) => `owl-${at}`);
    const read = await Promise.all(names.map((name) => ingester.ingest(file(`${name}.txt`, name))));
    expect(read.map(({ items }) => items[0]!.title)).toEqual(names);
  });

  it('stops at once when told to, and reads the next file', async () => {
    const ingester = open();
    const controller = new AbortController();
    const text = 'Owls hunt at night, and mice are their food. '.repeat(400_000);
    const reading = caught(ingester.ingest(file('big.txt', text), { signal: controller.signal }));
    setTimeout(() => controller.abort(), 100);
    expect(await reading).toMatchObject({ code: 'ABORTED' });
    expect((await ingester.ingest(file('a.txt', 'Mice.'))).items).toHaveLength(1);
    const before = ingester.ingest(file('b.txt', 'x'), { signal: AbortSignal.abort() });
    expect(await caught(before)).toMatchObject({ code: 'ABORTED' });
  });

  it('ends a worker that does not let go of a cancelled file, and reads the next one in another', async () => {
    // Answers no message: as good as a parser in the middle of a long file.
    const stuck = new Blob(['onmessage = () => { for (;;) {} }'], { type: 'text/javascript' });
    const ingester = open(workersFrom(stuck));
    const controller = new AbortController();
    const given = caught(ingester.ingest(file('a.txt', 'Mice.'), { signal: controller.signal }));
    controller.abort();
    expect(await given).toMatchObject({ code: 'ABORTED' });
    expect((await ingester.ingest(file('b.txt', 'Mice.'))).items).toHaveLength(1);
  });

  it('rejects when its worker dies and starts another', async () => {
    const broken = new Blob(['throw new Error("boom")'], { type: 'text/javascript' });
    const ingester = open(workersFrom(broken));
    const error = await caught(ingester.ingest(file('a.txt', 'Mice.')));
    expect(error).toMatchObject({
      code: 'FILE_READER_CRASHED',
      message: expect.stringContaining('boom'),
    });
    expect((await ingester.ingest(file('a.txt', 'Mice.'))).items).toHaveLength(1);
  });

  it('rejects what is under way when it is closed', async () => {
    const ingester = open();
    const reading = caught(ingester.ingest(file('a.txt', 'Mice. '.repeat(500_000))));
    ingester.dispose();
    expect(await reading).toMatchObject({ code: 'FILE_READER_CRASHED' });
  });
});
