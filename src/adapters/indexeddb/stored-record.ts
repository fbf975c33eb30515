import type { IndexedItem } from '../../core/indexed-item.ts';
import type { ItemVector } from '../../core/item-vectors.ts';
import type { StoredDocument } from '../../ports/region-store.ts';

// Records outlive the code that wrote them and may be cut short by a crash of the browser, so they are checked on the
// way in. The checks are those that later code relies on: sizes that fit each other, ids that match the key.

/** Whether a stored value is a whole item record of this id and fingerprint. */
export function isIndexedItem(
  value: unknown,
  id: string,
  fingerprint: string,
): value is IndexedItem {
  if (!isObject(value) || value.fingerprint !== fingerprint) return false;
  const { item, leaves, leafTokens, tree, vectors, whole } = value;
  if (!isObject(item) || item.id !== id || !isContent(item)) return false;
  if (!isObject(leaves) || !isObject(tree) || !isObject(vectors)) return false;
  const size = int32Length(tree.starts);
  const leafCount = int32Length(leaves.starts);
  return (
    size > 0 &&
    leafCount > 0 &&
    int32Length(leaves.ends) === leafCount &&
    int32Length(leafTokens) === leafCount &&
    [tree.ends, tree.firstChild, tree.childCount].every((part) => int32Length(part) === size) &&
    (tree.ends as Int32Array)[0] === leafCount &&
    areVectors(vectors, size) &&
    (whole === undefined || (isObject(whole) && areVectors(whole, 1)))
  );
}

/** Whether a stored value is the vector of a whole item. */
export function isItemVector(value: unknown): value is ItemVector {
  return (
    isObject(value) &&
    typeof value.itemId === 'string' &&
    value.data instanceof Int8Array &&
    value.data.length > 0 &&
    typeof value.scale === 'number' &&
    Number.isFinite(value.scale)
  );
}

/** Whether a stored value is a document of the list. */
export function isStoredDocument(value: unknown): value is StoredDocument {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.name === 'string' &&
    [value.bytes, value.addedAt, value.tokens, value.leaves].every(Number.isFinite) &&
    [value.itemIds, value.modalities, value.warnings].every(
      (list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'),
    )
  );
}

function isContent(item: Record<string, unknown>): boolean {
  if (typeof item.title !== 'string' || !Array.isArray(item.headingPath)) return false;
  if (!isObject(item.provenance)) return false;
  switch (item.modality) {
    case 'text':
    case 'image':
      return typeof item.text === 'string';
    case 'table':
      return Array.isArray(item.columns) && Array.isArray(item.rows);
    case 'video':
      return Array.isArray(item.segments);
    default:
      return false;
  }
}

function areVectors(vectors: Record<string, unknown>, size: number): boolean {
  const { rows, dimensions, data, scales } = vectors;
  return (
    rows === size &&
    typeof dimensions === 'number' &&
    dimensions > 0 &&
    data instanceof Int8Array &&
    data.length === size * dimensions &&
    scales instanceof Float32Array &&
    scales.length === size &&
    scales.every(Number.isFinite)
  );
}

function int32Length(value: unknown): number {
  return value instanceof Int32Array ? value.length : -1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
