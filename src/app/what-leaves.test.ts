import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { strings } from './strings.ts';
import { filesStay, pasteStays, questionLeaves, requestsCarry } from './what-leaves.ts';

const settings = (part: Partial<Settings> = {}): Settings => ({ ...DEFAULT_SETTINGS, ...part });
const endpoint = { preset: 'custom', url: 'http://reader.test/v1', model: 'm' } as const;
const remoteEncoder = {
  ...DEFAULT_SETTINGS.remoteEncoder,
  ...{ isOn: true, url: 'http://box.test:8000/v1', model: 'm', sees: true },
};
const onlyPictures = { ...remoteEncoder, onlyPictures: true };

describe('what leaves with a question', () => {
  it('is nothing on the device, and named with every host it goes to', () => {
    expect(questionLeaves(settings())).toBe(strings.ask.onDevice);
    expect(questionLeaves(settings(endpoint))).toBe(
      'The question and the evidence kept go to reader.test.',
    );
    expect(questionLeaves(settings({ remoteEncoder }))).toBe(
      'The question goes to box.test:8000 to be embedded.',
    );
    expect(questionLeaves(settings({ ...endpoint, sendsPictures: true, remoteEncoder }))).toBe(
      'The question and the evidence kept, pictures included, go to reader.test. The question goes to box.test:8000 to be embedded.',
    );
  });

  it('is not told as long as the endpoint has no address or no model', () => {
    for (const part of [{ url: '' }, { model: '' }]) {
      expect(questionLeaves(settings({ ...endpoint, ...part }))).toBe(strings.settings.incomplete);
    }
  });
});

describe('what becomes of the files', () => {
  it('is that they stay, unless an encoder elsewhere gets them', () => {
    for (const told of [filesStay, pasteStays, requestsCarry]) {
      expect(told(settings(endpoint))).not.toContain('box.test');
      expect(told(settings({ remoteEncoder }))).not.toMatch(/never|stays/);
      expect(told(settings({ remoteEncoder }))).toContain('box.test:8000');
    }
    expect(filesStay(settings())).toContain('Files never leave this device');
    expect(requestsCarry(settings())).toContain('Files are never sent.');
  });

  it('is that only pictures and videos go, where only they do', () => {
    expect(requestsCarry(settings({ remoteEncoder: onlyPictures }))).toContain(
      'Pictures and videos you add go to box.test:8000',
    );
    expect(pasteStays(settings({ remoteEncoder: onlyPictures }))).toContain('stays');
  });

  it('tells of pictures where the model gets them', () => {
    expect(requestsCarry(settings(endpoint))).not.toContain('pictures');
    expect(requestsCarry(settings({ ...endpoint, sendsPictures: true }))).toContain(
      'kept pictures and frames of kept clips included',
    );
  });
});
