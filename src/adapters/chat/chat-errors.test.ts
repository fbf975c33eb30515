import { afterEach, expect, it, vi } from 'vitest';
import { unreachable } from './chat-errors.ts';

const page = 'https://canopy.example/app';
const remote = new URL('https://api.example/v1/chat/completions');

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a device without a network is told so, and not to look for CORS', () => {
  vi.stubGlobal('navigator', { onLine: false });
  const error = unreachable(remote, page, new TypeError('Failed to fetch'));
  expect(error.code).toBe('CHAT_UNREACHABLE');
  expect(error.message).toBe('This device has no network, so api.example cannot be reached.');
  expect(error.nextStep).toContain('on this device');
});

it('a server on this machine needs no network, and a network may be there for nothing', () => {
  vi.stubGlobal('navigator', { onLine: false });
  const local = new URL('http://localhost:11434/v1/chat/completions');
  expect(unreachable(local, page, undefined).message).toContain('no server runs there');
  vi.stubGlobal('navigator', { onLine: true });
  expect(unreachable(remote, page, undefined).message).toContain('CORS');
});
