import * as v from 'valibot';
import { COMPRESSOR_NAMES } from '../compressors/compressor-names.ts';
import { BRANCHING, MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import type { EncoderDevice } from '../ports/encoder-loader.ts';
import { STRATEGY_NAMES } from '../strategies/strategy-names.ts';
import type { TokenPrices } from './cost.ts';
import { createStore, type Readable } from './store.ts';
import { DEFAULT_WAY, type Dials, possibleWay, SELECTION_NAMES, type Way } from './way.ts';

/** The endpoints that people use most, and the two ends of the scale. */
export type PresetId =
  | 'device'
  | 'browser'
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
  // Offered only where the browser has one.
  { id: 'browser', name: 'Browser’s model', url: '', modelHint: '', needsKey: false },
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

/** An encoder behind an embeddings address: everything that is indexed goes there. */
export interface RemoteEncoderSettings {
  readonly isOn: boolean;
  /** Base address up to `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  /** Whether it looks at pictures and frames of video. */
  readonly sees: boolean;
  /** Whether it gets nothing but those, and all words are embedded on this device. */
  readonly onlyPictures: boolean;
  readonly key: string;
}

/** What the person chose; the way of answering as it is wished, whether it can be gone or not. */
export interface Settings extends Way {
  readonly preset: PresetId;
  /** Base address up to `/v1`; empty on the device. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
  /** True keeps the key in this browser; false, the default, forgets it with the tab. */
  readonly saveKey: boolean;
  /** What the endpoint takes, where the person said so. */
  readonly prices?: TokenPrices | undefined;
  /** Items found per round. */
  readonly k: number;
  readonly rounds: number;
  /** Parts a region is cut into, and where the encoder runs; both hold from the next opening of the page. */
  readonly branching: number;
  readonly device: 'auto' | EncoderDevice;
  /** Holds from the next opening of the page, too. */
  readonly remoteEncoder: RemoteEncoderSettings;
  /** Whether kept pictures and frames go to the model beside the words. */
  readonly sendsPictures: boolean;
  /** Where the keep less / keep more dial of each rule starts; at the rule's own first position where none is given. */
  readonly dials: Dials;
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
  remoteEncoder: {
    isOn: false,
    url: '',
    model: '',
    dimensions: 2048,
    sees: false,
    onlyPictures: false,
    key: '',
  },
  sendsPictures: false,
  ...DEFAULT_WAY,
  dials: {},
  previewBeforeSending: false,
  theme: 'system',
};

/** Least and most of each number that the person may set. */
export const LIMITS = {
  k: { min: 1, max: 50 },
  rounds: { min: 1, max: 5 },
  branching: { min: 2, max: 4 },
  dimensions: { min: 8, max: 8192 },
} as const;

const PRICE = v.pipe(v.number(), v.finite(), v.minValue(0));
const PRICES = v.object({ sent: PRICE, received: PRICE, currency: v.string() });

/** What was saved, field by field: one that is no longer possible gives way to its default. */
const SAVED = v.object({
  preset: v.fallback(v.picklist(PRESETS.map(({ id }) => id)), DEFAULT_SETTINGS.preset),
  url: v.fallback(v.string(), DEFAULT_SETTINGS.url),
  model: v.fallback(v.string(), DEFAULT_SETTINGS.model),
  apiKey: v.fallback(v.string(), DEFAULT_SETTINGS.apiKey),
  saveKey: v.fallback(v.boolean(), DEFAULT_SETTINGS.saveKey),
  prices: v.fallback(v.optional(PRICES), undefined),
  k: whole('k'),
  rounds: whole('rounds'),
  branching: whole('branching'),
  device: v.fallback(v.picklist(['auto', 'webgpu', 'wasm']), DEFAULT_SETTINGS.device),
  remoteEncoder: v.fallback(
    v.object({
      isOn: v.boolean(),
      url: v.string(),
      model: v.string(),
      dimensions: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(LIMITS.dimensions.min),
        v.maxValue(LIMITS.dimensions.max),
      ),
      sees: v.boolean(),
      onlyPictures: v.fallback(v.boolean(), false),
      key: v.string(),
    }),
    DEFAULT_SETTINGS.remoteEncoder,
  ),
  sendsPictures: v.fallback(v.boolean(), DEFAULT_SETTINGS.sendsPictures),
  strategy: v.fallback(v.picklist(STRATEGY_NAMES), DEFAULT_WAY.strategy),
  compressor: v.fallback(v.picklist(COMPRESSOR_NAMES), DEFAULT_WAY.compressor),
  selection: v.fallback(v.picklist(SELECTION_NAMES), DEFAULT_WAY.selection),
  dials: v.fallback(
    v.record(v.picklist([...SELECTION_NAMES, ...COMPRESSOR_NAMES]), v.number()),
    DEFAULT_SETTINGS.dials,
  ),
  previewBeforeSending: v.fallback(v.boolean(), DEFAULT_SETTINGS.previewBeforeSending),
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), DEFAULT_SETTINGS.theme),
});

function whole(name: Exclude<keyof typeof LIMITS, 'dimensions'>) {
  const { min, max } = LIMITS[name];
  const schema = v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
  return v.fallback(schema, DEFAULT_SETTINGS[name]);
}

/** The part of `Storage` that settings need. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

const PLACE = 'canopy.settings';

/** Settings as they stand, and the ways to change them. */
export interface SettingsStore extends Readable<Settings> {
  change(part: Partial<Settings>): void;
  /**
   * Called when the person is done editing the address. A key belongs to the origin it was typed for: it is forgotten
   * when the address now names another one.
   */
  addressGiven(): void;
}

/**
 * Keeps settings in the browser's own storage, the key only where the person asked for it. A storage that refuses
 * (private mode) costs the memory of them and nothing else.
 */
export function createSettings(storage: SettingsStorage | undefined): SettingsStore {
  const store = createStore<Settings>({ ...DEFAULT_SETTINGS, ...read(storage) });
  // Undefined while a key has no address yet.
  let keyOrigin = originOf(store.get().url);
  const ownsKey = ({ url }: Settings) => keyOrigin === undefined || keyOrigin === originOf(url);
  const change = (part: Partial<Settings>) => {
    store.set({ ...store.get(), ...part });
    if (part.apiKey !== undefined) keyOrigin = originOf(store.get().url);
    const settings = store.get();
    write(storage, ownsKey(settings) ? settings : { ...settings, apiKey: '' });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    change,
    addressGiven: () => {
      if (!ownsKey(store.get())) change({ apiKey: '' });
      keyOrigin = originOf(store.get().url);
    },
  };
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Host of the encoder that files and questions are sent to, undefined on the device. */
export function encoderHost({ remoteEncoder: { isOn, url } }: Settings): string | undefined {
  if (!isOn) return undefined;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What the encoder behind an address gets to read of the files: nothing, all of them, or pictures and videos. */
export function remoteReads({ remoteEncoder }: Settings): 'none' | 'all' | 'pictures' {
  const { isOn, sees, onlyPictures } = remoteEncoder;
  if (!isOn) return 'none';
  return sees && onlyPictures ? 'pictures' : 'all';
}

/** What a choice of preset changes. A key belongs to the endpoint it was typed for and never travels to another one. */
export function presetChange(settings: Settings, id: PresetId): Partial<Settings> {
  const preset = PRESETS.find((candidate) => candidate.id === id);
  if (preset === undefined) return {};
  // An address of a known preset is no start for another one; what the person typed is.
  const isTyped = !PRESETS.some(({ url }) => url === settings.url);
  const url = id === 'custom' && isTyped ? settings.url : preset.url;
  return { preset: id, url, model: '', apiKey: '', prices: undefined };
}

/** Host of the endpoint for the quiet line, undefined on the device. */
export function endpointHost({ preset, url }: Settings): string | undefined {
  if (preset === 'device' || preset === 'browser') return undefined;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The way that the next question goes. */
export function chosenWay(settings: Settings): Way {
  return possibleWay(settings, settings.preset !== 'device');
}

function read(storage: SettingsStorage | undefined): Partial<Settings> {
  try {
    const saved: unknown = JSON.parse(storage?.getItem(PLACE) ?? '{}');
    return v.parse(SAVED, fromEarlier(saved));
  } catch {
    // Unreadable settings are worth less than a page that opens.
    return {};
  }
}

/** What earlier versions saved, in the words of this one: they had one rule, and a switch for routing. */
function fromEarlier(saved: unknown): unknown {
  if (typeof saved !== 'object' || saved === null) return saved;
  const { margin, routes } = saved as Readonly<Record<string, unknown>>;
  return {
    ...(typeof margin === 'number' ? { dials: { calibrated: margin } } : {}),
    ...(routes === true ? { strategy: 'canopy-routed' } : {}),
    ...saved,
  };
}

function write(storage: SettingsStorage | undefined, settings: Settings): void {
  const { apiKey: _, ...rest } = settings;
  const keyless = { ...rest, remoteEncoder: { ...settings.remoteEncoder, key: '' } };
  try {
    storage?.setItem(PLACE, JSON.stringify(settings.saveKey ? settings : keyless));
  } catch {
    // A full or forbidden storage: the settings hold for this tab.
  }
}
