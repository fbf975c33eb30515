import * as v from 'valibot';
import { COMPRESSOR_NAMES } from '../compressors/compressor-names.ts';
import { BRANCHING, MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import type { EncoderDevice } from '../ports/encoder-loader.ts';
import { STRATEGY_NAMES } from '../strategies/strategy-names.ts';
import type { TokenPrices } from './cost.ts';
import { createKeyring, type Keyring } from './keyring.ts';
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

/** What was typed for an endpoint, as long as another one is chosen. */
export interface RememberedEndpoint {
  readonly url: string;
  readonly model: string;
  readonly prices?: TokenPrices | undefined;
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
  /** The endpoints that are not chosen now, as they were left; without their keys. */
  readonly endpoints: Readonly<Partial<Record<PresetId, RememberedEndpoint>>>;
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
  endpoints: {},
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
  endpoints: v.fallback(
    v.record(
      v.picklist(PRESETS.map(({ id }) => id)),
      v.object({ url: v.string(), model: v.string(), prices: v.optional(PRICES) }),
    ),
    DEFAULT_SETTINGS.endpoints,
  ),
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
export function createSettings(storage: SettingsStorage | undefined): SettingsStore {
  const store = createStore<Settings>({ ...DEFAULT_SETTINGS, ...read(storage) });
  const { url, apiKey, remoteEncoder } = store.get();
  const keys = {
    reader: createKeyring(url, apiKey),
    encoder: createKeyring(remoteEncoder.url, remoteEncoder.key),
  };
  const change = (part: Partial<Settings>) => {
    const next = withKeys(store.get(), part, keys);
    store.set(next);
    write(storage, next);
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

/** Host of the encoder that files and questions are sent to, undefined on the device. */
export function encoderHost({
  remoteEncoder: { isOn, url },
}: Pick<Settings, 'remoteEncoder'>): string | undefined {
  if (!isOn) return undefined;
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What the encoder behind an address gets to read of the files: nothing, all of them, or pictures and videos. */
export function remoteReads({ remoteEncoder }: Settings): 'none' | 'all' | 'pictures' {
  const { isOn, sees, onlyPictures } = remoteEncoder;
  if (!isOn) return 'none';
  return sees && onlyPictures ? 'pictures' : 'all';
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

/** Whether a preset has an address, a model and a key to fill in. */
export function isEndpoint(preset: PresetId): boolean {
  return preset !== 'device' && preset !== 'browser';
}

/** Host of the endpoint for the quiet line, undefined on the device. */
export function endpointHost({ preset, url }: Settings): string | undefined {
  if (!isEndpoint(preset)) return undefined;
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
