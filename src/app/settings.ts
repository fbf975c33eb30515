import { BRANCHING, MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import type { EncoderDevice } from '../ports/encoder-loader.ts';
import { createStore, type Readable } from './store.ts';

/** The endpoints that people use most, and the two ends of the scale. */
export type PresetId =
  | 'device'
  | 'openai'
  | 'openrouter'
  | 'ollama'
  | 'lmstudio'
  | 'vllm'
  | 'custom';

/** A known endpoint. */
export interface Preset {
  readonly id: PresetId;
  readonly name: string;
  readonly url: string;
  /** A model name of the right shape, shown as a hint only. */
  readonly modelHint: string;
  readonly needsKey: boolean;
}

/** All presets in the order of the list. */
export const PRESETS: readonly Preset[] = [
  { id: 'device', name: 'On this device', url: '', modelHint: '', needsKey: false },
  {
    id: 'openai',
    name: 'OpenAI',
    url: 'https://api.openai.com/v1',
    modelHint: 'gpt-4.1-mini',
    needsKey: true,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    modelHint: 'vendor/model',
    needsKey: true,
  },
  {
    id: 'ollama',
    name: 'Ollama',
    url: 'http://localhost:11434/v1',
    modelHint: 'llama3.2',
    needsKey: false,
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    url: 'http://localhost:1234/v1',
    modelHint: 'the loaded model',
    needsKey: false,
  },
  {
    id: 'vllm',
    name: 'vLLM',
    url: 'http://localhost:8000/v1',
    modelHint: 'the served model',
    needsKey: false,
  },
  { id: 'custom', name: 'Custom', url: '', modelHint: 'model name', needsKey: false },
];

/** What the person chose. */
export interface Settings {
  readonly preset: PresetId;
  /** Base address up to `/v1`; empty on the device. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
  /** True keeps the key in this browser; false, the default, forgets it with the tab. */
  readonly saveKey: boolean;
  /** Items found per round. */
  readonly k: number;
  readonly rounds: number;
  /** Parts a region is cut into, and where the encoder runs; both hold from the next opening of the page. */
  readonly branching: number;
  readonly device: 'auto' | EncoderDevice;
  /** Where the keep less / keep more dial starts; undefined is the selection's own default. */
  readonly margin?: number;
  readonly previewBeforeSending: boolean;
  readonly theme: 'system' | 'light' | 'dark';
}

/** What a first visit starts with. */
export const DEFAULT_SETTINGS: Settings = {
  preset: 'device',
  url: '',
  model: '',
  apiKey: '',
  saveKey: false,
  k: RETRIEVED_ITEMS,
  rounds: MAX_ROUNDS,
  branching: BRANCHING,
  device: 'auto',
  previewBeforeSending: false,
  theme: 'system',
};

/** The part of `Storage` that settings need. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

const PLACE = 'canopy.settings';

/** Settings as they stand, and the one way to change them. */
export interface SettingsStore extends Readable<Settings> {
  change(part: Partial<Settings>): void;
}

/**
 * Keeps settings in the browser's own storage, the key only where the person asked for it. A storage that refuses
 * (private mode) costs the memory of them and nothing else.
 */
export function createSettings(storage: SettingsStorage | undefined): SettingsStore {
  const store = createStore<Settings>({ ...DEFAULT_SETTINGS, ...read(storage) });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (part) => {
      store.set({ ...store.get(), ...part });
      write(storage, store.get());
    },
  };
}

/** Host of the endpoint for the quiet line, undefined on the device. */
export function endpointHost({ preset, url }: Settings): string | undefined {
  if (preset === 'device') return undefined;
  return URL.canParse(url) ? new URL(url).host : url;
}

function read(storage: SettingsStorage | undefined): Partial<Settings> {
  try {
    const saved: unknown = JSON.parse(storage?.getItem(PLACE) ?? '{}');
    return typeof saved === 'object' && saved !== null ? known(saved) : {};
  } catch {
    // Unreadable settings are worth less than a page that opens.
    return {};
  }
}

/** Keeps the fields that exist today and have the type they must have. */
function known(saved: object): Partial<Settings> {
  const shape: Record<string, unknown> = { ...DEFAULT_SETTINGS, margin: 0 };
  const fits = Object.entries(saved).filter(([key, value]) => typeof value === typeof shape[key]);
  const settings: Partial<Settings> = Object.fromEntries(fits);
  const presetKnown = PRESETS.some(({ id }) => id === settings.preset);
  return presetKnown ? settings : { ...settings, preset: DEFAULT_SETTINGS.preset };
}

function write(storage: SettingsStorage | undefined, settings: Settings): void {
  const { apiKey, ...rest } = settings;
  try {
    storage?.setItem(PLACE, JSON.stringify(settings.saveKey ? { ...rest, apiKey } : rest));
  } catch {
    // A full or forbidden storage: the settings hold for this tab.
  }
}
