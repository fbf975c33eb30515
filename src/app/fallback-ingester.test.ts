import { describe, expect, it } from 'vitest';
import { CanopyError, type CanopyErrorCode } from '../core/errors.ts';
import type { IngestedFile, Ingester, SourceFile } from '../ports/ingester.ts';
import { fallbackIngester } from './fallback-ingester.ts';

const read: IngestedFile = { id: 'x', items: [], warnings: [] };
const video = (): SourceFile => ({
  name: 'a.mov',
  bytes: new Uint8Array(0),
  blob: new Blob(['film']),
  companions: [{ name: 'a.vtt', bytes: new Uint8Array([1, 2]) }],
});
const refusing = (code: CanopyErrorCode, message: string): Ingester => ({
  ingest: async (file) => {
    // As a worker does: what it was given is gone.
    for (const { bytes } of file.companions ?? [])
      structuredClone(bytes, { transfer: [bytes.buffer] });
    throw new CanopyError(code, message);
  },
});

describe('an ingester with another behind it', () => {
  it('hands over what cannot be decoded, captions included', async () => {
    const seen: SourceFile[] = [];
    const page: Ingester = {
      ingest: async (file) => {
        seen.push(file);
        return read;
      },
    };
    const ingester = fallbackIngester(refusing('FILE_NOT_DECODABLE', 'hevc'), async () => page);
    expect(await ingester.ingest(video())).toBe(read);
    expect([...seen[0]!.companions![0]!.bytes]).toEqual([1, 2]);
  });

  it('tells the first refusal when both refuse, and never asks twice for anything else', async () => {
    const page = async () => refusing('FILE_NOT_DECODABLE', 'second');
    const both = fallbackIngester(refusing('FILE_NOT_DECODABLE', 'first'), page);
    await expect(both.ingest(video())).rejects.toMatchObject({ message: 'first' });
    const never = async (): Promise<Ingester> => {
      throw new Error('must not be made');
    };
    const damaged = fallbackIngester(refusing('FILE_MALFORMED', 'damaged'), never);
    await expect(damaged.ingest(video())).rejects.toMatchObject({ message: 'damaged' });
    const { blob: _, ...plain } = video();
    const small = fallbackIngester(refusing('FILE_NOT_DECODABLE', 'small'), never);
    await expect(small.ingest(plain)).rejects.toMatchObject({ message: 'small' });
  });
});
