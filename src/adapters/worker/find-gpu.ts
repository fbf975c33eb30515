/** What kind of GPU the browser offers; one made of software is slower than WASM. */
export type GpuKind = 'hardware' | 'software' | 'none';

/** The part of a GPU adapter that tells whether it is hardware. */
interface GpuAdapter {
  readonly info?: { readonly isFallbackAdapter?: boolean };
}

/** Asks the browser for a GPU adapter. Never rejects: a blocked or broken GPU process is the same as none. */
export async function findGpu(): Promise<GpuKind> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<GpuAdapter | null> } };
  try {
    const adapter = await gpu?.requestAdapter();
    if (adapter == null) return 'none';
    return adapter.info?.isFallbackAdapter === true ? 'software' : 'hardware';
  } catch {
    return 'none';
  }
}
