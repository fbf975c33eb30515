import { describe, expect, it } from 'vitest';
import { completionsUrl, isLocalNetwork } from './chat-endpoint.ts';

describe('completionsUrl', () => {
  it.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
    ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
    ['localhost:1234', 'http://localhost:1234/v1/chat/completions'],
    ['openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/chat/completions'],
    [' http://127.0.0.1:8000/v1/chat/completions ', 'http://127.0.0.1:8000/v1/chat/completions'],
    ['https://x.example/openai?version=2', 'https://x.example/openai/chat/completions?version=2'],
  ])('takes %s', (address, url) => {
    expect(completionsUrl(address)?.href).toBe(url);
  });

  it.each(['', 'ftp://x.example', 'http://', 'two words'])('refuses “%s”', (address) => {
    expect(completionsUrl(address)).toBeUndefined();
  });
});

describe('isLocalNetwork', () => {
  it.each([
    ['http://localhost:1', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:9', true],
    ['http://192.168.0.9', true],
    ['http://172.20.1.1', true],
    ['http://172.32.1.1', false],
    ['http://box.local', true],
    ['https://api.openai.com', false],
  ])('%s: %s', (address, expected) => {
    expect(isLocalNetwork(new URL(address))).toBe(expected);
  });
});
