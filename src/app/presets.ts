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

/** Whether a preset has an address, a model and a key to fill in. */
export function isEndpoint(preset: PresetId): boolean {
  return preset !== 'device' && preset !== 'browser';
}
