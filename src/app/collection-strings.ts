import type { Modality } from '../core/item.ts';
import { countOf, formatCount, formatTimeLeft } from './format.ts';
import { leavesOf } from './leaves-of.ts';

/** Words of the list of files; part of the page’s strings. */
export const collectionStrings = {
  title: 'Collection',
  opening: 'Opening the collection',
  add: 'Add files',
  chooseFiles: 'Choose files…',
  chooseFolder: 'Choose a folder…',
  pasteText: 'Paste text…',
  dropHere:
    'Drop documents, tables, pictures, videos or folders anywhere, or paste them. Add the captions of a video (.vtt or .srt) together with it, under the same name.',
  dropNow: 'Drop to add to the collection',
  empty: 'No files here. Add some to ask about them.',
  interrupted: (count: number) =>
    `${countOf(count, 'file was', 'files were')} interrupted; add ${count === 1 ? 'it' : 'them'} again. What was already read is kept.`,
  interruptedDismiss: 'Dismiss',
  removeSamples: (count: number) => `Remove the ${countOf(count, 'sample file')}`,
  addSamples: 'Add the sample files',
  samplesBack: 'Put the sample files back',
  originalNotKept: (isFull: boolean) =>
    isFull
      ? 'There was no room to keep the file itself: its words are here, its pages and pictures cannot be shown.'
      : 'The file itself could not be kept: its words are here, its pages and pictures cannot be shown.',
  lostFiles: (count: number) =>
    `${countOf(count, 'file is', 'files are')} gone: the browser’s data for this page was deleted.`,
  lostStep: 'Add the files again to ask about them.',
  filter: 'Find a file',
  total: (files: number, tokens: number, refused = 0) =>
    [
      ...(files > 0
        ? [`${countOf(files, 'file')} · about ${formatCount(tokens)} tokens, kept on this device`]
        : []),
      ...(refused > 0
        ? [
            `${formatCount(refused)}${files > 0 ? '' : refused === 1 ? ' file' : ' files'} could not be read`,
          ]
        : []),
    ].join(' · '),
  batch: (done: number, total: number) =>
    `Reading ${formatCount(done + 1)} of ${countOf(total, 'file')}`,
  timeLeft: formatTimeLeft,
  cancelAll: 'Cancel',
  pause: 'Pause',
  resume: 'Go on',
  paused: (left: number) => `Paused, ${countOf(left, 'file')} to go`,
  full: (left: number) =>
    `This browser has no more room for this page. ${countOf(left, 'file waits', 'files wait')}; what was added before is kept. Remove files or conversations, or free disk space, then go on.`,
  queued: 'Waiting',
  reading: 'Reading',
  waitingModel: 'Waiting for the model to load',
  modelStalled:
    'The model that reads files has stopped loading. Check the connection; if it stays so, reload the page.',
  noWriting: 'No writing was found in it; it can be found by its name only.',
  readingParts: (name: string, done: number, total: number) =>
    `Reading, ${formatCount(done)} of ${countOf(total, /\.pdf$/i.test(name) ? 'page' : 'part')}`,
  embedding: (done: number, total: number) =>
    `${formatCount(done)} of ${countOf(total, 'part')} prepared`,
  pace: (perSecond: number) =>
    perSecond >= 1
      ? `${formatCount(perSecond)} a second`
      : `${formatCount(60 * perSecond)} a minute`,
  ready: (tokens: number) => `${formatCount(tokens)} tokens`,
  leaves: (count: number, modalities: readonly Modality[]) =>
    modalities.length === 1 && modalities[0] !== undefined
      ? leavesOf(count, modalities[0])
      : countOf(count, 'sentence or row', 'sentences and rows'),
  failed: 'Could not be read',
  kind: { text: 'Document', table: 'Table', image: 'Picture', video: 'Video' },
  retry: 'Try again',
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name}`,
  progressOf: (name: string) => `Progress of ${name}`,
  renewing: 'Preparing stored files for this device',
  batchProgress: 'Progress of all files',
  memoryOnly:
    'This browser keeps nothing for this page (private window?). Your files work until you close the tab.',
  samplesFailed: (message: string) => `The sample files could not be read: ${message}`,
  pastedName: (time: string) => `Pasted at ${time}.txt`,
  pasteTitle: 'Paste text',
  pasteHelp: 'It becomes a file of your collection and stays on this device.',
  pasteGoes: (host: string) =>
    `It becomes a file of your collection and goes to ${host} to be embedded, as chosen in Settings.`,
  pasteName: 'Name',
  pasteBody: 'Text',
  pasteAdd: 'Add to the collection',
  noMatch: 'No file has this in its name.',
};
