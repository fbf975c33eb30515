import * as v from 'valibot';
import { COMPRESSOR_NAMES } from '../compressors/compressor-names.ts';
import { STRATEGY_NAMES } from '../strategies/strategy-names.ts';
import { keep, type PageStorage, readKept } from './page-storage.ts';
import { PRESETS } from './presets.ts';
import { DEFAULT_SETTINGS, LIMITS, type Settings } from './settings.ts';
import { DEFAULT_WAY, SELECTION_NAMES } from './way.ts';

const PLACE = 'canopy.settings';

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
      dimensions: wholeWithin(LIMITS.dimensions),
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
  return v.fallback(wholeWithin(LIMITS[name]), DEFAULT_SETTINGS[name]);
}

function wholeWithin({ min, max }: { readonly min: number; readonly max: number }) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
}

const KEPT = v.pipe(v.string(), v.parseJson(), v.transform(fromEarlier), SAVED);

/** The settings that an earlier visit kept; none where they cannot be read. */
export function readSettings(storage: PageStorage | undefined): Partial<Settings> {
  const saved = v.safeParse(KEPT, readKept(storage, PLACE));
  return saved.success ? saved.output : {};
}

/** Keeps the settings for the next visit, the keys only where the person asked for it. */
export function saveSettings(storage: PageStorage | undefined, settings: Settings): void {
  const { apiKey: _, ...rest } = settings;
  const keyless = { ...rest, remoteEncoder: { ...settings.remoteEncoder, key: '' } };
  keep(storage, PLACE, JSON.stringify(settings.saveKey ? settings : keyless));
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
