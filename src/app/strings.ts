import type { Modality } from '../core/item.ts';
import { takesCompressor } from '../strategies/strategy-names.ts';
import { collectionStrings } from './collection-strings.ts';
import { countOf, formatBytes, formatCount } from './format.ts';
import { hostOf } from './host-of.ts';
import { leavesOf } from './leaves-of.ts';
import { settingsStrings } from './settings-strings.ts';
import type { PageSelection, Way } from './way.ts';
import { wayStrings } from './way-strings.ts';

/** How precisely an encoder calculates, by its weight format; nothing is said of one that runs elsewhere. */
const PRECISION: Readonly<Record<string, string>> = {
  q4: '4-bit',
  q4f16: '4-bit',
  q8: '8-bit',
  int8: '8-bit',
  fp16: '16-bit',
  fp32: '32-bit',
};

/** Every word the page says, in one place (the longer parts in the `…-strings.ts` beside it) and ready for translation. */
export const strings = {
  name: 'Canopy',
  showAll: 'Show all',
  showLess: 'Show less',
  tabs: {
    collection: 'Files',
    conversation: 'Ask',
    evidence: 'Evidence',
    label: 'Parts of the page',
  },
  top: {
    evidence: 'Show evidence',
    settings: 'Settings',
    theme: { system: 'Colours follow the system', light: 'Light colours', dark: 'Dark colours' },
    // The list begins anew with the page, while conversations tell of all they ever sent.
    ledger: (count: number) =>
      `Since this page was opened, ${countOf(count, 'request')} left this device`,
    waiting: (count: number) => `${countOf(count, 'request')} waiting for you`,
  },
  encoder: {
    loading: (loaded: number, total: number) =>
      total > 0
        ? `Loading the encoder, ${formatBytes(loaded)} of ${formatBytes(total)}`
        : 'Loading the encoder',
    readyTitle: (device: string, dtype: string) => {
      const precision = PRECISION[dtype];
      return `Where files and questions are read for searching: ${device.toLowerCase()}${precision === undefined ? '' : `, calculating with ${precision} numbers`}`;
    },
    remote: (url: string) =>
      `Every file you add and every question goes to ${hostOf(url)} to be embedded, as chosen in Settings.`,
    failed: 'The encoder did not load',
    devices: {
      webgpu: 'On the graphics card',
      wasm: 'On the processor',
      cpu: 'On the processor',
      remote: 'On another computer',
      memory: 'In memory',
    },
    slow: {
      none: 'This browser offers no WebGPU; files are embedded on the processor, which is slower.',
      software:
        'This browser only imitates a graphics card, so files are embedded on the processor, which is faster here.',
      hardware:
        'The graphics card could not be used; files are embedded on the processor, which is slower.',
      chosen: 'Files are embedded on the processor, as chosen in Settings.',
    },
  },
  collection: collectionStrings,
  history: {
    heading: 'Conversation',
    open: 'Conversations',
    startNew: 'New conversation',
    startNewShort: 'New',
    title: 'Conversations',
    close: 'Close conversations',
    help: 'They are kept in this browser with the evidence of every answer. What was kept of a file stays here when the file is removed, until you delete the conversation.',
    helpMemory: 'This browser keeps nothing for this page: these are gone when the tab is closed.',
    none: 'No conversations yet. Ask something, and it is kept here.',
    find: 'Find a conversation',
    noMatch: 'No conversation begins with a question like this.',
    facts: (questions: number, when: string) => `${countOf(questions, 'question')} · ${when}`,
    shown: 'shown now',
    remove: (title: string) => `Delete “${title}”`,
    removeNow: 'Delete',
    keep: 'Keep',
    notKept: 'Conversations could not be kept or read',
    gone: 'No longer in the collection. This is what was kept of it for the answer.',
  },
  ask: {
    label: 'Your question',
    placeholder: 'Ask your files a question',
    send: 'Ask',
    stop: 'Stop',
    hint: 'Enter asks',
    onDevice: 'Runs on this device. Nothing is sent.',
    embeddedBy: (host: string) => `The question goes to ${host} to be embedded.`,
    endpointQuestion: (host: string) => `Only the question goes to ${host}.`,
    endpointWhole: (host: string) => `The question and all passages found go to ${host}.`,
    endpointAll: (host: string) => `The question and all sentences found go to ${host}.`,
    endpoint: (host: string, withPictures: boolean) =>
      `The question and the evidence kept${withPictures ? ', pictures included,' : ''} go to ${host}.`,
    waitFiles: 'Files are still being read',
    introTitle: 'Ask your files. Send only what answers.',
    intro:
      'Canopy finds passages and tables in your files, cuts away every sentence and row that does not help, and shows you both sides of the cut.',
    introStay:
      'Files never leave this device; a language model, if you choose one, gets the evidence that is left.',
    introGo: 'A language model, if you choose one, gets the evidence that is left.',
    filesGo: {
      all: (host: string) =>
        `Every file you add goes to ${host} to be embedded, as chosen in Settings.`,
      pictures: (host: string) =>
        `Pictures and videos you add go to ${host} to be embedded, as chosen in Settings; all else of your files stays on this device.`,
    },
    introEmpty:
      'There is nothing to ask about yet: add documents, tables, pictures or videos of your own under “Files”.',
    introOwn: 'Your files are here. What would you like to know?',
    introTry:
      'A small library on measurement and the planets is here to try it on. Press Ask, or pick another question:',
    samples: [
      'Why could nobody trust the mass of the kilogram, and which constant defines it today?',
      'Which moon goes round its planet backwards, and who discovered it?',
      'How large was the error in the first metre, and where did it come from?',
      'Which spacecraft first orbited the planet with the shortest day?',
    ],
  },
  answer: {
    stage: {
      waiting: 'Waiting for the last files to be read',
      finding: 'Finding passages',
      pruning: 'Cutting away what does not help',
      judging: 'Checking whether the evidence is enough',
      reading: 'Reading the evidence',
      answering: 'Answering',
    },
    waitingEncoder: 'Waiting for the encoder to load',
    waitingFiles: (count: number) => `${countOf(count, 'file is', 'files are')} still being read`,
    askReady: 'Ask what is ready',
    unread: (count: number) =>
      `${countOf(count, 'file was', 'files were')} still being read and not searched.`,
    extractive: 'Quoted from your files. No language model was asked.',
    stopped: 'Stopped.',
    again: 'Ask again',
    retry: 'Try again',
    openSettings: 'Open settings',
    headlineFound: (tokens: number) =>
      `Of about ${formatCount(tokens)} tokens found, headings counted, `,
    headlineLeft: (tokens: number) => `${formatCount(tokens)} left your device`,
    headlineKept: (tokens: number) => `; ${formatCount(tokens)} were kept to answer, and `,
    headlineAnd: ', and ',
    headlineHere: 'here they are',
    questionOnly: 'Only the question left your device: this way of answering looks at no files.',
    end: '.',
    onDevice: 'on this device',
    tokens: (whole: number, kept: number) => `${formatCount(whole)} → ${formatCount(kept)} tokens`,
    rounds: (count: number) => countOf(count, 'round'),
    requests: (count: number, sent?: number) =>
      sent === undefined
        ? countOf(count, 'request')
        : `${countOf(count, 'request')} of about ${formatCount(sent)} tokens in all`,
    usage: (sent: number, got: number) =>
      `endpoint counted ${formatCount(sent)} in, ${formatCount(got)} out`,
    mark: (n: number) => `Evidence ${n}`,
    cost: (amount: string, isAtLeast: boolean) =>
      isAtLeast ? `at least about ${amount}` : `about ${amount}`,
    pictureNotLoaded: (alt: string) => `Picture not loaded${alt === '' ? '' : `: ${alt}`}`,
    criticFailed: (message: string) =>
      `The evidence could not be judged: ${message} The answer was made from what was there.`,
    unsearched: (message: string) => `Part of your files could not be searched: ${message}`,
    firstSpaceOnly: 'This way of answering searches only what the first encoder has embedded.',
    firstSpaceOnlyStep: 'Choose “Canopy” as the way of answering to search all of it.',
    approve: 'Send',
    refuse: 'Do not send',
    approveTitle: (tokens: number, host: string) =>
      `About ${formatCount(tokens)} tokens are ready to leave for ${host}`,
    approveLook: 'Show exactly what',
  },
  exported: {
    copy: 'Copy',
    copied: 'Copied with its evidence.',
    notCopied: 'The browser refused; save a file instead.',
    save: 'Save',
    markdown: 'Answer and evidence as Markdown',
    json: 'Answer and evidence as JSON',
    allMarkdown: 'The whole conversation as Markdown',
    asked: (when: string) => `Asked ${when}`,
    by: (isQuotation: boolean, host: string | undefined) =>
      isQuotation
        ? 'quoted on this device, no language model was asked'
        : `written by ${host ?? 'a model on this device'}`,
    unfinished: 'not finished',
    evidence: 'Evidence',
    none: 'None.',
  },
  evidence: {
    title: 'Evidence',
    close: 'Close evidence',
    none: 'The passages behind an answer appear here: what was kept in full ink, what was held back dimmed.',
    searching: 'Finding passages…',
    waiting: 'What is found appears here as soon as your files are read.',
    round: (n: number) => `Round ${n}`,
    because: (missing: string) => `, because the critic missed: ${missing}`,
    query: (query: string) => `Searched for “${query}”`,
    verdict: { yes: 'Enough to answer', no: 'Not enough yet' },
    nothingNew: 'Everything this round found was in the evidence already.',
    dial: 'How much to keep',
    less: 'Keep less',
    more: 'Keep more',
    dialNote: 'Preview of another setting. The answer was made at the mark.',
    ruleNote: (rule: PageSelection) =>
      `Preview of another rule. The answer was made by “${wayStrings.selections[rule]}”.`,
    cutBy: (rule: PageSelection) => `Cut by the rule “${wayStrings.selections[rule]}”`,
    keptBy: ({ strategy, compressor }: Way) =>
      takesCompressor(strategy)
        ? wayStrings.compressors[compressor]
        : `Picked by “${wayStrings.strategies[strategy]}”`,
    noFiles: 'This way of answering looks at no files, so there is no evidence.',
    nothingFound: 'This question ended before anything was found for it.',
    notKept:
      'This question was broken off, and none of its evidence was kept. Ask it again to see it.',
    thought: 'Thought',
    dialAsk: 'Ask again with this',
    dialReset: 'Back to the answer',
    kept: (kept: number, whole: number) =>
      `${formatCount(kept)} of ${formatCount(whole)} tokens kept`,
    heldBack: (count: number, modality: Modality) => `${leavesOf(count, modality)} held back`,
    itemHeldBack: 'Held back whole',
    wordless: 'Found without any words in it',
    wholeTable: 'Kept whole: the question may need every row',
    keptOf: (kept: number, all: number, modality: Modality) =>
      `${formatCount(kept)} of ${leavesOf(all, modality)}`,
    share: (title: string) => `Kept share of ${title}`,
    source: 'Open in the document',
    tree: 'Regions, filled by score',
    treeHelp:
      'Each bar is a region of the passage, inside the one above it. Point at one to mark its text.',
    outcome: { kept: 'kept', split: 'split', dropped: 'held back' },
    region: (outcome: string, leaves: string, score: string) =>
      `${leaves}, ${outcome}, score ${score}`,
    legend: {
      kept: 'kept: all of it stays',
      split: 'split: only parts of it stay',
      dropped: 'held back: none of it stays',
    },
    dialHelp: '“Keep less” and “Keep more” redraw the cut at once, without asking anyone.',
    moreRegions: (count: number) => `${countOf(count, 'more region')} not drawn`,
    moreRows: (count: number) => `Show ${countOf(count, 'more row')}`,
    kind: { text: 'Passage', table: 'Table', image: 'Picture', video: 'Video' },
    page: (first: number, last: number) =>
      first === last ? `page ${first}` : `pages ${first} to ${last}`,
    sheet: (sheet: string, cells: string | undefined) =>
      `sheet “${sheet}”${cells === undefined ? '' : `, cells ${cells}`}`,
    items: (kept: number, all: number) => `${formatCount(kept)} of ${countOf(all, 'item')} kept`,
    pictureWords: (confidence: number | undefined) =>
      confidence === undefined
        ? 'Words that go with the picture'
        : `Read from the picture, ${Math.round(100 * confidence)}% sure`,
    unsureWords: 'This was hard to read: check it against the picture.',
    noWords: 'No words were found in this picture.',
    openPicture: (title: string) => `Open the picture “${title}”`,
    strip: 'Clips of the video in their order',
    clip: (from: string, to: string, isKept: boolean) =>
      `${from} to ${to}, ${isKept ? 'kept' : 'held back'}: open here`,
    playFrom: (time: string) => `Open at ${time}`,
    silent: 'Nothing is said or shown in writing here.',
  },
  source: {
    close: 'Close document',
    earlier: 'Show what comes before',
    later: 'Show what comes after',
    gone: 'This document is no longer in the collection.',
    loading: 'Opening the document…',
    unreadable: 'A part of this document could not be read from the browser’s storage.',
    unreadableStep: 'Close this and open it again, or add the file again.',
    row: (row: number) => `row ${row}`,
    rowNumber: 'Row',
    views: 'Ways to look at this document',
    pages: 'Pages',
    picture: 'Picture',
    video: 'Video',
    text: 'Text',
    page: (page: number, count: number) => `Page ${formatCount(page)} of ${formatCount(count)}`,
    pageLabel: (page: number, name: string) => `Page ${page} of ${name}`,
    cited: 'Cited here',
    previous: 'Previous page',
    next: 'Next page',
    backToCited: 'Back to the cited page',
    drawing: 'Drawing the page…',
    larger: 'Larger',
    smaller: 'Smaller',
    notKept:
      'The file itself was not kept in this browser (it was added before that was possible, or there was no room). Add it again to see it; its words are under “Text”.',
    opening: 'Opening the file…',
    save: 'Save the file',
    unplayable: 'This browser cannot play the file. Its words are under “Text”.',
  },
  ledger: {
    title: 'What left this device',
    nothing: 'Nothing has left this device since the page was opened.',
    help: 'Every request, with the exact bytes.',
    helpFiles: 'Files are never sent.',
    helpModel:
      'A language model gets only the question and the evidence kept, or all that was found if you chose such a way of answering.',
    helpPictures:
      'A language model gets only the question and the evidence kept, kept pictures and frames of kept clips included, or all words that were found if you chose such a way of answering.',
    total: (requests: number, tokens: number) =>
      `${countOf(requests, 'request')}, about ${formatCount(tokens)} tokens since this page was opened`,
    earlier: 'What was sent before that is told under each answer, and no longer listed here.',
    heldBack: (held: number, found: number) =>
      `Of about ${formatCount(found)} tokens found for these questions, ${formatCount(held)} were held back.`,
    preview: 'Preview before sending',
    previewHelp: 'Holds each request until you approve it.',
    purpose: {
      reader: 'Answer',
      critic: 'Is the evidence enough?',
      router: 'Where to look',
      'table-question': 'Does it need whole tables?',
      'connection-test': 'Connection test',
      embedding: 'Encoder (documents)',
    },
    state: {
      waiting: 'waiting for you',
      sent: 'sent',
      answered: 'answered',
      failed: 'failed',
      declined: 'not sent',
    },
    tokens: (tokens: number) => `about ${formatCount(tokens)} tokens`,
    body: 'Exact body',
    pictureOf: (label: string) => `Picture sent: ${label}`,
    folded: (characters: number) => `… ${formatCount(characters)} more characters of a picture …`,
    unfold: 'Show every character',
    readable: 'Readable',
    copy: 'Copy body',
    exportJson: 'Export as JSON',
    close: 'Close',
  },
  settings: settingsStrings,
  way: wayStrings,
  error: {
    page: 'The page could not start',
    pageStep: 'Reload the page. If it stays, this browser may be too old for Canopy.',
    store: 'The collection could not be opened',
    part: 'This part of the page could not be shown:',
    partStep: 'Nothing that is kept here is lost. Reload the page to go on.',
    reload: 'Reload',
  },
} as const;
