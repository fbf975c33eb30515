import { describe, expect, it } from 'vitest';
import type { PageStorage } from './page-storage.ts';
import { PRESETS } from './presets.ts';
import {
  chosenWay,
  DEFAULT_SETTINGS,
  encoderHost,
  endpointHost,
  type Settings,
} from './settings.ts';
import { createSettings, presetChange } from './settings-store.ts';
import { strings } from './strings.ts';

function memoryStorage(saved?: string) {
  const values = new Map(saved === undefined ? [] : [['canopy.settings', saved]]);
  const storage: PageStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
  };
  return { storage, saved: () => values.get('canopy.settings') ?? '' };
}

describe('settings', () => {
  it('never writes the key unless asked to, and takes it out again', () => {
    const { storage, saved } = memoryStorage();
    const settings = createSettings(storage);
    settings.change({ apiKey: 'secret', k: 7 });
    expect(settings.get().apiKey).toBe('secret');
    expect(saved()).not.toContain('secret');
    expect(createSettings(storage).get()).toMatchObject({ apiKey: '', k: 7 });
    settings.change({ saveKey: true });
    expect(saved()).toContain('secret');
    settings.change({ saveKey: false });
    expect(saved()).not.toContain('secret');
  });

  it.each([
    { saveKey: false, says: /^Off: it is forgotten when .* closed or reloaded/, afterReload: '' },
    { saveKey: true, says: /^On: it stays here, unencrypted/, afterReload: 'secret' },
  ])('tells of a key what becomes of it: $saveKey', ({ saveKey, says, afterReload }) => {
    const { storage } = memoryStorage();
    createSettings(storage).change({ apiKey: 'secret', saveKey });
    expect(strings.settings.saveKeyHelp(saveKey)).toMatch(says);
    expect(createSettings(storage).get().apiKey).toBe(afterReload);
  });

  it('opens with defaults when what was saved is damaged or of another type', () => {
    expect(createSettings(memoryStorage('{').storage).get()).toEqual(DEFAULT_SETTINGS);
    const odd = memoryStorage('{"k": "many", "rounds": 2, "preset": "gone", "stranger": 1}');
    expect(createSettings(odd.storage).get()).toEqual({ ...DEFAULT_SETTINGS, rounds: 2 });
  });

  it('takes the default for a value that its field cannot have, and keeps the rest', () => {
    const odd = {
      theme: 'x',
      device: 'abacus',
      k: -5,
      rounds: 2.5,
      branching: 99,
      dials: { calibrated: 'much' },
      selection: 'dice',
      strategy: 'oracle',
      compressor: 'zip',
      model: 'm',
    };
    expect(createSettings(memoryStorage(JSON.stringify(odd)).storage).get()).toEqual({
      ...DEFAULT_SETTINGS,
      model: 'm',
    });
    const fine = {
      ...{ theme: 'dark', device: 'wasm', k: 50, selection: 'pool-relative' },
      ...{ strategy: 'ircot', compressor: 'flat-m', dials: { 'flat-m': 4, calibrated: 0.9 } },
    };
    expect(createSettings(memoryStorage(JSON.stringify(fine)).storage).get()).toEqual({
      ...DEFAULT_SETTINGS,
      ...fine,
    });
  });

  it('reads what earlier versions saved: one dial, and a switch for routing', () => {
    const read = (saved: object) =>
      createSettings(memoryStorage(JSON.stringify(saved)).storage).get();
    expect(read({ margin: 0.9, routes: true })).toEqual({
      ...DEFAULT_SETTINGS,
      dials: { calibrated: 0.9 },
      strategy: 'canopy-routed',
    });
    expect(read({ margin: 'much', routes: false })).toEqual(DEFAULT_SETTINGS);
    // What this version saved comes first.
    expect(
      read({ margin: 0.9, dials: { calibrated: 0.7 }, routes: true, strategy: 'canopy' }),
    ).toEqual({
      ...DEFAULT_SETTINGS,
      dials: { calibrated: 0.7 },
    });
  });

  it('goes another way of answering only with an endpoint, and keeps the wish', () => {
    const settings = createSettings(memoryStorage().storage);
    settings.change({ strategy: 'vanilla-rag' });
    expect(chosenWay(settings.get()).strategy).toBe('canopy');
    settings.change({ preset: 'ollama' });
    expect(chosenWay(settings.get()).strategy).toBe('vanilla-rag');
  });

  it('forgets the key when the address names another origin, and at once in the storage', () => {
    const { storage, saved } = memoryStorage();
    const settings = createSettings(storage);
    settings.change({ url: 'https://one.example/v1', apiKey: 'secret', saveKey: true });
    settings.change({ url: 'https://one.example/v2' });
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('secret');
    expect(saved()).toContain('secret');
    settings.change({ url: 'https://two.example/v1' });
    expect(saved()).not.toContain('secret');
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('');
  });

  it('gives the key back with the address it belongs to, and tells of it meanwhile', () => {
    const settings = createSettings(memoryStorage().storage);
    settings.change({ url: 'http://localhost:5298/v1', apiKey: 'secret' });
    expect(settings.keys.reader.leftBehind()).toBeUndefined();
    for (const port of ['529', '5299']) settings.change({ url: `http://localhost:${port}/v1` });
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('');
    expect(settings.keys.reader.leftBehind()).toBe('localhost:5298');
    settings.change({ url: 'http://localhost:5298/v1' });
    expect(settings.get().apiKey).toBe('secret');
    expect(settings.keys.reader.leftBehind()).toBeUndefined();
    settings.change({ apiKey: '' });
    settings.change({ url: 'http://localhost:5299/v1' });
    settings.change({ url: 'http://localhost:5298/v1' });
    expect(settings.get().apiKey).toBe('');
  });

  it('keeps a key across typing its way back, and one typed before its address', () => {
    const settings = createSettings(memoryStorage().storage);
    settings.change({ apiKey: 'first' });
    for (const url of ['h', 'https://o', 'https://one.example']) settings.change({ url });
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('first');
    settings.change({ url: 'https://one.exampl' });
    settings.change({ url: 'https://one.example/v1' });
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('first');
    settings.change({ url: 'not an address' });
    settings.addressGiven();
    expect(settings.get().apiKey).toBe('');
  });

  it('lives on in the tab when the storage refuses', () => {
    const refuse = () => {
      throw new Error('denied');
    };
    const settings = createSettings({ getItem: refuse, setItem: refuse });
    settings.change({ k: 3 });
    expect(settings.get().k).toBe(3);
  });

  it('names the host of an endpoint, and none on the device', () => {
    expect(endpointHost(DEFAULT_SETTINGS)).toBeUndefined();
    const url = 'http://localhost:11434/v1';
    expect(endpointHost({ ...DEFAULT_SETTINGS, preset: 'ollama', url })).toBe('localhost:11434');
  });
});

describe('a choice of preset', () => {
  const settings = (part: Partial<Settings>): Settings => ({ ...DEFAULT_SETTINGS, ...part });
  const ollama = PRESETS.find(({ id }) => id === 'ollama')!;

  it('gives Custom no address of another preset, and leaves it one that was typed', () => {
    const known = settings({ preset: 'ollama', url: ollama.url, model: 'm' });
    expect(presetChange(known, 'custom')).toMatchObject({ preset: 'custom', url: '', model: '' });
    const typed = settings({ preset: 'ollama', url: 'http://box.local:9/v1' });
    expect(presetChange(typed, 'custom')).toMatchObject({ url: 'http://box.local:9/v1' });
    expect(presetChange(typed, 'ollama')).toEqual({});
  });

  it('brings back what was typed for each, after a reload too, and the key in this tab', () => {
    const { storage, saved } = memoryStorage();
    const store = createSettings(storage);
    const prices = { sent: 1, received: 2, currency: 'EUR' };
    const own = { url: 'http://box.local:9/v1', model: 'mine', prices };
    store.choose('custom');
    store.change({ ...own, apiKey: 'secret', saveKey: true });
    store.choose('ollama');
    expect(store.get()).toMatchObject({ url: ollama.url, model: '', apiKey: '' });
    expect(store.get().prices).toBeUndefined();
    expect(store.keys.reader.leftBehind()).toBeUndefined();
    expect(saved()).not.toContain('secret');
    store.change({ model: 'llama' });
    const later = createSettings(storage);
    later.choose('custom');
    expect(later.get()).toMatchObject({ preset: 'custom', ...own, apiKey: '' });
    later.choose('device');
    later.choose('ollama');
    expect(later.get()).toMatchObject({ url: ollama.url, model: 'llama' });
    store.choose('custom');
    expect(store.get()).toMatchObject({ ...own, apiKey: 'secret' });
  });

  it('takes no key along that was typed before there was an address', () => {
    const store = createSettings(memoryStorage().storage);
    store.choose('custom');
    store.change({ apiKey: 'secret' });
    store.choose('openai');
    expect(store.get().apiKey).toBe('');
  });
});

describe('the encoder on another computer', () => {
  it('is kept without its key unless keys are saved, and told by its host', () => {
    const { storage, saved } = memoryStorage();
    const settings = createSettings(storage);
    const remoteEncoder = {
      ...DEFAULT_SETTINGS.remoteEncoder,
      ...{ isOn: true, url: 'http://box.test:8000/v1', model: 'm', key: 'secret' },
    };
    settings.change({ remoteEncoder });
    expect(saved()).not.toContain('secret');
    expect(createSettings(storage).get().remoteEncoder).toEqual({ ...remoteEncoder, key: '' });
    expect(encoderHost(settings.get())).toBe('box.test:8000');
    expect(encoderHost(DEFAULT_SETTINGS)).toBeUndefined();
    settings.change({ saveKey: true });
    expect(createSettings(storage).get().remoteEncoder.key).toBe('secret');
    settings.change({ remoteEncoder: { ...remoteEncoder, url: 'http://other.test/v1' } });
    expect(settings.get().remoteEncoder.key).toBe('');
    expect(settings.keys.encoder.leftBehind()).toBe('box.test:8000');
    settings.change({ remoteEncoder: { ...settings.get().remoteEncoder, url: remoteEncoder.url } });
    expect(settings.get().remoteEncoder).toEqual(remoteEncoder);
  });
});
