import { BRANCHING, MAX_ROUNDS, RETRIEVED_ITEMS } from '../core/defaults.ts';
import type { EncoderDevice } from '../ports/encoder-loader.ts';
import type { TokenPrices } from './cost.ts';
import { hostOf } from './host-of.ts';
import { isEndpoint, type PresetId } from './presets.ts';
import { DEFAULT_WAY, type Dials, possibleWay, type Way } from './way.ts';

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

/** Host of the encoder that files and questions are sent to, undefined on the device. */
export function encoderHost({
  remoteEncoder: { isOn, url },
}: Pick<Settings, 'remoteEncoder'>): string | undefined {
  return isOn ? hostOf(url) : undefined;
}

/** What the encoder behind an address gets to read of the files: nothing, all of them, or pictures and videos. */
export function remoteReads({ remoteEncoder }: Settings): 'none' | 'all' | 'pictures' {
  const { isOn, sees, onlyPictures } = remoteEncoder;
  if (!isOn) return 'none';
  return sees && onlyPictures ? 'pictures' : 'all';
}

/** Host of the endpoint for the quiet line, undefined on the device. */
export function endpointHost({ preset, url }: Settings): string | undefined {
  return isEndpoint(preset) ? hostOf(url) : undefined;
}

/** Whether a language model answers; without one, answers are quoted from the evidence. */
export function hasModel({ preset }: Pick<Settings, 'preset'>): boolean {
  return preset !== 'device';
}

/** The way that the next question goes. */
export function chosenWay(settings: Settings): Way {
  return possibleWay(settings, hasModel(settings));
}
