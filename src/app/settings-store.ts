import { createKeyring, type Keyring } from './keyring.ts';
import type { PageStorage } from './page-storage.ts';
import { isEndpoint, PRESETS, type PresetId } from './presets.ts';
import { readSettings, saveSettings } from './saved-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import { createStore, type Readable } from './store.ts';

/** Settings as they stand, and the ways to change them. */
export interface SettingsStore extends Readable<Settings> {
  /** A changed address takes along the key of its own origin, or none: a key never travels to another one. */
  change(part: Partial<Settings>): void;
  /** Chooses who answers, with what was typed for them before. */
  choose(id: PresetId): void;
  /** Called when the person is done editing an address: a key typed before it belongs to it from now on. */
  addressGiven(): void;
  /** The keys typed for the endpoint and for the encoder on another computer. */
  readonly keys: { readonly reader: Keyring; readonly encoder: Keyring };
}

/**
 * Keeps settings in the browser's own storage, the key only where the person asked for it. A storage that refuses
 * (private mode) costs the memory of them and nothing else.
 */
export function createSettings(storage: PageStorage | undefined): SettingsStore {
  const store = createStore<Settings>({ ...DEFAULT_SETTINGS, ...readSettings(storage) });
  const { url, apiKey, remoteEncoder } = store.get();
  const keys = {
    reader: createKeyring(url, apiKey),
    encoder: createKeyring(remoteEncoder.url, remoteEncoder.key),
  };
  const change = (part: Partial<Settings>) => {
    const next = withKeys(store.get(), part, keys);
    store.set(next);
    saveSettings(storage, next);
  };
  return {
    ...{ get: store.get, subscribe: store.subscribe, change, keys },
    choose: (id) => {
      const part = presetChange(store.get(), id);
      if (part.url !== undefined) change({ ...part, apiKey: keys.reader.switched(part.url) });
    },
    addressGiven: () => {
      keys.reader.given(store.get().url);
      keys.encoder.given(store.get().remoteEncoder.url);
    },
  };
}

/** The settings with a part changed, and with each key beside the address it was typed for. */
function withKeys(now: Settings, part: Partial<Settings>, keys: SettingsStore['keys']): Settings {
  const next = { ...now, ...part };
  const { url, apiKey, remoteEncoder: encoder } = next;
  if (part.apiKey !== undefined) keys.reader.typed(url, apiKey);
  const key = encoder.url === now.remoteEncoder.url ? encoder.key : keys.encoder.moved(encoder.url);
  if (encoder.key !== now.remoteEncoder.key) keys.encoder.typed(encoder.url, encoder.key);
  return {
    ...next,
    apiKey: part.apiKey === undefined && url !== now.url ? keys.reader.moved(url) : apiKey,
    remoteEncoder: encoder.key === now.remoteEncoder.key ? { ...encoder, key } : encoder,
  };
}

/** What a choice of preset changes: what was typed for the one before is put by, and comes back with it. */
export function presetChange(settings: Settings, id: PresetId): Partial<Settings> {
  const preset = PRESETS.find((candidate) => candidate.id === id);
  if (preset === undefined || id === settings.preset) return {};
  const { url, model, prices, endpoints } = settings;
  // A first look at Custom begins with an address that was typed, wherever that was.
  const isTyped = !PRESETS.some((known) => known.url === url);
  const start = { url: id === 'custom' && isTyped ? url : preset.url, model: '' };
  return {
    preset: id,
    ...{ prices: undefined, ...(endpoints[id] ?? start) },
    endpoints: isEndpoint(settings.preset)
      ? { ...endpoints, [settings.preset]: { url, model, prices } }
      : endpoints,
  };
}
