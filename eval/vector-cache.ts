import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item, Leaves } from '../src/core/item.ts';
import type { QuantisedVectors } from '../src/core/similarity.ts';

/** Vectors on disk, one file per item or query, named by the SHA-256 of what was embedded and by what. */
export interface VectorCache {
  readItem(key: string): Promise<QuantisedVectors | undefined>;
  writeItem(key: string, vectors: QuantisedVectors): Promise<void>;
  readQuery(key: string): Promise<Float32Array | undefined>;
  writeQuery(key: string, vector: Float32Array): Promise<void>;
}

const HEADER_BYTES = 8;

/** Opens (and makes) a cache folder. A damaged file counts as missing and is written anew. */
export function openVectorCache(folder: string): VectorCache {
  const place = (key: string) => join(folder, key.slice(0, 2), key.slice(2));
  const read = async (key: string) => {
    try {
      return await readFile(place(key));
    } catch {
      return undefined;
    }
  };
  const write = async (key: string, bytes: Uint8Array) => {
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
    const part = `${place(key)}.${process.pid}`;
    await writeFile(part, bytes);
    await rename(part, place(key));
  };
  return {
    async readItem(key) {
      const file = await read(key);
      if (file === undefined || file.length < HEADER_BYTES) return undefined;
      const bytes = new Uint8Array(file).buffer;
      const [rows, dimensions] = new Int32Array(bytes, 0, 2) as unknown as [number, number];
      const scalesEnd = HEADER_BYTES + rows * 4;
      if (bytes.byteLength !== scalesEnd + rows * dimensions) return undefined;
      const scales = new Float32Array(bytes, HEADER_BYTES, rows);
      return { rows, dimensions, scales, data: new Int8Array(bytes, scalesEnd) };
    },
    writeItem(key, { rows, dimensions, scales, data }) {
      const header = Int32Array.of(rows, dimensions);
      return write(key, Buffer.concat([header, scales, data].map(bytesOf)));
    },
    async readQuery(key) {
      const file = await read(key);
      return file === undefined ? undefined : new Float32Array(new Uint8Array(file).buffer);
    },
    writeQuery: (key, vector) => write(key, bytesOf(vector)),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Cache key of an item's regions: everything the encoder reads of it and the fingerprint. */
export function itemKey(item: Item, leaves: Leaves, fingerprint: string): string {
  const { id: _id, provenance: _provenance, ...content } = item;
  const cuts = [[...leaves.starts], [...leaves.ends]];
  return digest(JSON.stringify(['item', fingerprint, content, cuts]));
}

/** Cache key of an item's vector by the query encoder. */
export function wholeItemKey(item: Item, leaves: Leaves, fingerprint: string): string {
  return digest(`whole ${itemKey(item, leaves, fingerprint)}`);
}

/** Cache key of a query. */
export function queryKey(query: string, fingerprint: string): string {
  return digest(JSON.stringify(['query', fingerprint, query]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
