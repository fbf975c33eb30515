/** Everything that decides what numbers a vector holds. Vectors of different fingerprints are never compared inside a tree. */
export interface EncoderFingerprint {
  readonly model: string;
  readonly revision: string;
  readonly dtype: string;
  readonly device: 'webgpu' | 'wasm' | 'cpu' | 'remote' | 'memory';
  readonly pooling: string;
  /** Text put before every query and region, where the model wants one. */
  readonly prefix: string;
  /** Most tokens one encoder pass reads. */
  readonly window: number;
  /** {@link TREE_VERSION}, and how many parts the trees cut a region into. */
  readonly treeVersion: number;
  readonly branching: number;
}

/** The fingerprint as one string, part of every storage key. */
export function fingerprintKey(fingerprint: EncoderFingerprint): string {
  const { model, revision, dtype, device, pooling, prefix, window, treeVersion, branching } =
    fingerprint;
  return [model, revision, dtype, device, pooling, prefix, window, treeVersion, branching]
    .map((part) => encodeURIComponent(part))
    .join('/');
}
