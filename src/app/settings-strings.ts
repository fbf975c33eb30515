import { formatCount } from './format.ts';

/** Words of the settings but the advanced ones; part of the page’s strings. */
export const settingsStrings = {
  title: 'Settings',
  close: 'Close settings',
  reader: 'Who answers',
  readerHelp:
    'On this device, answers are quoted from your files. An endpoint writes them, from the evidence kept.',
  browserModel: 'the browser’s model',
  browserModelHelp:
    'The model built into this browser writes the answer, from the evidence kept, and sends nothing. The browser may have to download it first, and it reads little at once: ten passages may be too many.',
  url: 'Address',
  urlHelp: 'Of an OpenAI-compatible API, up to /v1.',
  model: 'Model',
  key: 'Key',
  keyLeft: (of: string, host: string) =>
    `The key belongs to ${of} and is not sent elsewhere; enter one for ${host === '' ? 'the new address' : host}, if it needs one. With the former address the key comes back.`,
  saveKey: 'Save the key in this browser',
  saveKeyHelp: (isSaved: boolean) =>
    isSaved
      ? 'On: it stays here, unencrypted, until you delete it or change the address.'
      : 'Off: it is forgotten when this tab is closed or reloaded.',
  prices: 'Price per million tokens, if you like',
  pricesHelp: 'As your provider lists them. Each answer then shows what it cost, as an estimate.',
  priceSent: 'Sent',
  priceReceived: 'Received',
  currency: 'Currency',
  test: 'Test the connection',
  testing: 'Asking the endpoint…',
  advanced: 'Advanced',
  k: 'Passages per round',
  kHelp:
    'How many passages and tables are looked at for each search. More finds more and prunes more.',
  rounds: 'Rounds at most',
  roundsHelp: 'How often a missing fact may be searched for before the answer is given.',
  branching: 'Parts per region',
  branchingHelp:
    'Into how many parts each region is cut. The paper uses 2. Holds after a reload, which embeds the files again.',
  device: 'Encoder runs on',
  deviceHelp:
    'The graphics card is faster where there is a real one. Holds after a reload, which may embed the files again.',
  devices: {
    auto: 'Whatever is faster',
    webgpu: 'Graphics card (WebGPU)',
    wasm: 'Processor (WASM)',
  },
  sendsPictures: 'The model reads pictures',
  sendsPicturesHelp:
    'Kept pictures and frames of kept clips go to the endpoint along with the words, at most 32 per answer. Turn it on only for a model that sees.',
  remote: {
    title: 'Encoder on another computer',
    help: 'Embeds files and questions by an OpenAI-compatible embeddings address, such as vLLM with Qwen3-VL-Embedding. Every file you add is sent there. Holds after a reload, which embeds the files again.',
    url: 'Encoder address',
    urlHelp: 'Up to /v1.',
    model: 'Encoder model',
    modelHelp: 'As the server names it.',
    key: 'Encoder key',
    keyHelp: 'Kept like the key above: only in this tab unless you chose to save it.',
    dimensions: 'Numbers per vector',
    dimensionsHelp: 'As long as the server’s vectors are; shorter where it can shorten them.',
    sees: 'It looks at pictures',
    seesHelp: 'Pictures and frames of video are sent to it too, not only the words around them.',
    onlyPictures: 'Only pictures and videos go there',
    onlyPicturesHelp:
      'Everything that is read in words is embedded on this device. A question is embedded by both, and what each finds is put together by its place.',
    incomplete: 'The encoder on another computer needs an address and a model.',
    incompleteStep:
      'Fill them in under Settings, Advanced, or turn it off there, then reload the page.',
  },
  bounds: (min: number, max: number) =>
    `A whole number from ${formatCount(min)} to ${formatCount(max)}.`,
  boundsKept: (min: number, max: number, value: number) =>
    `A whole number from ${formatCount(min)} to ${formatCount(max)}; it stays at ${formatCount(value)}.`,
  dial: 'Keep more by default',
  incomplete: 'The endpoint needs an address and a model.',
  incompleteStep: 'Fill them in under Settings, or choose “On this device”.',
  savedHere: (withKeys: boolean) =>
    withKeys
      ? 'These settings are kept in this browser, the keys too.'
      : 'These settings are kept in this browser, without the keys.',
  documents: 'How Canopy works, and what to do when something does not',
  storage: {
    title: 'Room in this browser',
    unknown: 'This browser does not say how much this page keeps.',
    used: (size: string) => `This page keeps about ${size} here.`,
    usedOf: (size: string, quota: string, share: string) =>
      `This page keeps about ${size} of the ${quota} it may use (${share}).`,
    isSafe: 'The browser keeps it until you delete it.',
    mayBeCleared: 'The browser may clear it by itself when the disk is nearly full.',
    refused:
      'The browser declined for now; it often agrees for a page that is installed or bookmarked.',
    persist: 'Ask the browser to keep it',
  },
  deleteAll: {
    open: 'Delete everything…',
    title: 'Delete all files and conversations from this browser?',
    help: 'Every file of the collection, everything made of it and every conversation is deleted here, and files being read are stopped. The copies this page kept of them go too; the files on your disk and these settings stay. This cannot be undone.',
    confirm: 'Delete everything',
    keep: 'Keep them',
  },
} as const;
