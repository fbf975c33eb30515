import { describe, expect, it } from 'vitest';
import { CanopyError } from '../../core/errors.ts';
import { packResult, unpackResult } from './wire-error.ts';

/** What a message does to a value. */
const cross = <T>(value: T): T => structuredClone(value);

describe('packResult and unpackResult', () => {
  it('carry a value', async () => {
    const result = await packResult('ENCODER_CRASHED', () => ({ rows: 2 }));
    expect(unpackResult(cross(result))).toEqual({ rows: 2 });
  });

  it('carry an error with its class, code, message and next step', async () => {
    const result = await packResult('ENCODER_CRASHED', () => {
      throw new CanopyError('FILE_EMPTY', 'a.txt is empty.', { nextStep: 'Choose another.' });
    });
    const unpack = () => unpackResult(cross(result));
    expect(unpack).toThrow(CanopyError);
    expect(unpack).toThrow(
      expect.objectContaining({
        code: 'FILE_EMPTY',
        message: 'a.txt is empty.',
        nextStep: 'Choose another.',
      }),
    );
  });

  it('give a foreign error the code of the call', async () => {
    const result = await packResult('ENCODER_LOAD_FAILED', () => Promise.reject(new Error('why')));
    expect(result).toEqual({ ok: false, error: { code: 'ENCODER_LOAD_FAILED', message: 'why' } });
  });
});
