import { describe, expect, it } from 'vitest';
import {
  createSettings,
  DEFAULT_SETTINGS,
  endpointHost,
  type SettingsStorage,
} from './settings.ts';

function memoryStorage(saved?: string) {
  const values = new Map(saved === undefined ? [] : [['canopy.settings', saved]]);
  const storage: SettingsStorage = {
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

  it('opens with defaults when what was saved is damaged or of another type', () => {
    expect(createSettings(memoryStorage('{').storage).get()).toEqual(DEFAULT_SETTINGS);
    const odd = memoryStorage('{"k": "many", "rounds": 2, "preset": "gone", "stranger": 1}');
    expect(createSettings(odd.storage).get()).toEqual({ ...DEFAULT_SETTINGS, rounds: 2 });
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
