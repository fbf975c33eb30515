import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { endWithReader } from './end-with-reader.ts';

it('the command ends without a word when nobody reads its output', {
  timeout: 60_000,
}, async () => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'bin/canopy.ts'), '--help'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect({ status, said }).toEqual({ status: 0, said: '' });
});

it('leaves other faults of the stream to who runs it', () => {
  const stream = new Writable();
  const ended: string[] = [];
  endWithReader(stream, () => {
    ended.push('end');
    throw new Error('ended');
  });
  const fault = Object.assign(new Error('full'), { code: 'ENOSPC' });
  expect(() => stream.emit('error', fault)).toThrow('full');
  expect(ended).toEqual([]);
  const gone = Object.assign(new Error('gone'), { code: 'EPIPE' });
  expect(() => stream.emit('error', gone)).toThrow('ended');
  expect(ended).toEqual(['end']);
});
