import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Item } from '../../core/item.ts';
import type { DraftItem } from './format.ts';
import type { Pause } from './pause.ts';

/** Bytes that are hashed between two pauses. */
const HASH_STRETCH = 4 * 1024 * 1024;

/** SHA-256 of a file's bytes, in hex. */
export async function documentId(bytes: Uint8Array, pause: Pause): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < bytes.length; at += HASH_STRETCH) {
    hash.update(bytes.subarray(at, at + HASH_STRETCH));
    await pause();
  }
  return bytesToHex(hash.digest());
}

/** The same for a file that is read piece by piece. */
export async function blobId(blob: Blob, pause: Pause): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < blob.size; at += HASH_STRETCH) {
    hash.update(new Uint8Array(await blob.slice(at, at + HASH_STRETCH).arrayBuffer()));
    await pause();
  }
  return bytesToHex(hash.digest());
}

/** Gives an item its id: the SHA-256 of what it says, so that the same passage is embedded once wherever it comes from. */
export function identifyItem(item: DraftItem): Item {
  const said = JSON.stringify([item.modality, item.title, item.headingPath, content(item)]);
  return { ...item, id: bytesToHex(sha256(utf8ToBytes(said))) };
}

function content(item: DraftItem): unknown {
  switch (item.modality) {
    case 'text':
      return item.sentences === undefined ? item.text : [item.text, item.sentences];
    case 'image':
      // Two pictures may show the same words, or none.
      return item.picture === undefined ? item.text : [item.text, item.picture.fileId];
    case 'table':
      return [item.caption ?? '', item.columns, item.rows];
    case 'video':
      return [
        item.durationSeconds,
        ...(item.fileId === undefined ? [] : [item.fileId]),
        item.segments.map(({ start, end, text }) => [start, end, text]),
      ];
  }
}
