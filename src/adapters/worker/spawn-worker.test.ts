import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expose } from 'comlink';
import { expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import { spawnWorker } from './spawn-worker.ts';
import { packResult, type WireResult } from './wire-error.ts';
import type { LivingService } from './worker-life.ts';

interface Service extends LivingService {
  bytes(): Promise<WireResult<Uint8Array>>;
  never(): Promise<WireResult<string>>;
}

/** A worker that is the other end of a channel in this thread. */
function spawn() {
  const { port1, port2 } = new MessageChannel();
  const service: Service = {
    holdLifeLock: () => Promise.resolve(false),
    bytes: () => packResult('ENCODER_CRASHED', () => new Uint8Array(100_000)),
    never: () => new Promise(() => undefined),
  };
  expose(service, port2);
  const close = () => {
    port1.close();
    port2.close();
  };
  const worker = Object.assign(port1, { terminate: close }) as unknown as Worker;
  return spawnWorker<Service>(worker, (why) => new CanopyError('ENCODER_CRASHED', why));
}

it('rejects calls that wait when it ends, and all later ones, with the first reason', async () => {
  const spawned = spawn();
  const waiting = spawned.call((service) => service.never());
  spawned.end(new CanopyError('ENCODER_CRASHED', 'first'));
  spawned.end(new CanopyError('ENCODER_CRASHED', 'second'));
  await expect(waiting).rejects.toMatchObject({ code: 'ENCODER_CRASHED', message: 'first' });
  const late = spawned.call((service) => service.bytes());
  await expect(late).rejects.toMatchObject({ message: 'first' });
});

it('keeps no answer that was given', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const spawned = spawn();
  const answers: WeakRef<Uint8Array>[] = [];
  for (let i = 0; i < 5; i++) {
    answers.push(new WeakRef(await spawned.call((service) => service.bytes())));
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  gc();
  expect(answers.filter((answer) => answer.deref() !== undefined).length).toBeLessThan(2);
  spawned.end(new CanopyError('ENCODER_CRASHED', 'over'));
});
