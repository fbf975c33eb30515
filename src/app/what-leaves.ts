import { isCanopy } from '../strategies/strategy-names.ts';
import { chosenWay, encoderHost, endpointHost, remoteReads, type Settings } from './settings.ts';
import { strings } from './strings.ts';
import { keepsAllWhole } from './way.ts';

const { ask, ledger } = strings;

/** What leaves with a question under these settings, told before it is asked. */
export function questionLeaves(settings: Settings): string {
  const host = endpointHost(settings);
  const embedder = encoderHost(settings);
  const embedded = embedder === undefined ? '' : ask.embeddedBy(embedder);
  if (host === undefined) return embedded || ask.onDevice;
  // Nothing can go anywhere yet.
  if (host === '' || settings.model === '') return strings.settings.incomplete;
  return `${toModel(settings, host)} ${embedded}`.trim();
}

function toModel(settings: Settings, host: string): string {
  const way = chosenWay(settings);
  if (isCanopy(way.strategy)) return ask.endpoint(host, settings.sendsPictures);
  if (way.strategy === 'no-retrieval') return ask.endpointQuestion(host);
  if (way.strategy === 's2g-rag') return ask.endpointAll(host);
  return keepsAllWhole(way) ? ask.endpointWhole(host) : ask.endpoint(host, false);
}

/** What becomes of the files under these settings: whether they stay on this device, and what a model gets of them. */
export function filesStay(settings: Settings): string {
  const reads = remoteReads(settings);
  const host = encoderHost(settings) ?? '';
  return reads === 'none' ? ask.introStay : `${ask.filesGo[reads](host)} ${ask.introGo}`;
}

/** What becomes of words that are pasted under these settings. */
export function pasteStays(settings: Settings): string {
  const { pasteHelp, pasteGoes } = strings.collection;
  const host = encoderHost(settings);
  return remoteReads(settings) === 'all' && host !== undefined ? pasteGoes(host) : pasteHelp;
}

/** What requests carry under these settings, told above the list of them. */
export function requestsCarry(settings: Settings): string {
  const reads = remoteReads(settings);
  const host = encoderHost(settings) ?? '';
  const model = settings.sendsPictures ? ledger.helpPictures : ledger.helpModel;
  const files = reads === 'none' ? ledger.helpFiles : ask.filesGo[reads](host);
  return `${ledger.help} ${files} ${model}`;
}
