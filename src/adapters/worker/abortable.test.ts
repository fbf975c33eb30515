import { describe, expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import { abortable } from './abortable.ts';

const stopped = () => new CanopyError('ABORTED', 'Stopped.');
const never = new Promise<number>(() => undefined);

describe('abortable', () => {
  it('passes the answer and the failure on', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(3), signal, stopped)).toBe(3);
    await expect(abortable(Promise.reject(new Error('no')), signal, stopped)).rejects.toThrow('no');
    expect(await abortable(Promise.resolve(3), undefined, stopped)).toBe(3);
  });

  it('rejects with the given error as soon as the signal fires, and tells it once', async () => {
    const controller = new AbortController();
    let told = 0;
    const waiting = abortable(never, controller.signal, stopped, () => told++);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED', message: 'Stopped.' });
    expect(told).toBe(1);
  });

  it('rejects at once when the signal had fired before', async () => {
    let told = 0;
    const waiting = abortable(never, AbortSignal.abort(), stopped, () => told++);
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' });
    expect(told).toBe(1);
  });

  it('tells nothing once the answer is there', async () => {
    const controller = new AbortController();
    let told = 0;
    await abortable(Promise.resolve(1), controller.signal, stopped, () => told++);
    await Promise.resolve();
    controller.abort();
    expect(told).toBe(0);
  });
});
