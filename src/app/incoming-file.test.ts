import { describe, expect, it } from 'vitest';
import { plainName, readIncoming, withCaptions } from './incoming-file.ts';

const file = (name: string, text = name) => new File([text], name);
const pairs = (...names: string[]) =>
  withCaptions(names.map((name) => file(name))).map(({ name, companions }) => [
    name,
    ...(companions ?? []).map((own) => own.name),
  ]);

describe('withCaptions', () => {
  it('gives a video the captions of its name, in any order, whatever their language', () => {
    expect(pairs('Talk.vtt', 'talk.MP4', 'talk.en.srt', 'notes.txt')).toEqual([
      ['talk.MP4', 'Talk.vtt', 'talk.en.srt'],
      ['notes.txt'],
    ]);
  });

  it('leaves captions without a video, and everything else, as it is', () => {
    expect(pairs('a.vtt', 'b.mp4')).toEqual([['a.vtt'], ['b.mp4']]);
    expect(pairs('a.vtt', 'a.txt')).toEqual([['a.vtt'], ['a.txt']]);
  });
});

describe('plainName', () => {
  it('leaves out what nobody sees and what turns words around, in every alphabet', () => {
    expect(plainName({ name: 'photo\u202Egpj.exe.txt' })).toBe('photogpj.exe.txt');
    expect(plainName({ name: 'a\u0007b\u001B[31m.txt' })).toBe('ab[31m.txt');
    expect(plainName({ name: 'تقرير 2024.pdf' })).toBe('تقرير 2024.pdf');
    expect(plainName({ name: '\u200F' })).toBe('unnamed');
  });

  it('is the name under which a file is read', async () => {
    const { source } = await readIncoming(file('photo\u202Egpj.txt', 'Owls.'));
    expect(source.name).toBe('photogpj.txt');
  });
});

describe('readIncoming', () => {
  it('reads a video not at all, and its captions whole', async () => {
    const video = file('a.webm', 'film');
    video.arrayBuffer = () => Promise.reject(new Error('must not be read'));
    const [pair] = withCaptions([video, file('a.vtt', 'WEBVTT')]);
    const { source, original } = await readIncoming(pair!);
    expect(original).toBe(video);
    expect(source.blob).toBe(video);
    expect(source.bytes.length).toBe(0);
    expect(source.companions?.map(({ name }) => name)).toEqual(['a.vtt']);
    expect(new TextDecoder().decode(source.companions?.[0]?.bytes)).toBe('WEBVTT');
  });

  it('reads anything else, and keeps the file itself or a copy of what has none', async () => {
    const plain = file('a.txt', 'words');
    const read = await readIncoming(plain);
    expect(read.original).toBe(plain);
    expect(read.source.blob).toBeUndefined();
    expect(new TextDecoder().decode(read.source.bytes)).toBe('words');
    const pasted = await readIncoming({
      name: 'b.txt',
      size: 2,
      arrayBuffer: async () => new Uint8Array([104, 105]).buffer,
    });
    expect(await pasted.original.text()).toBe('hi');
  });

  it('names the file that the browser cannot open', async () => {
    const gone = { name: 'gone.txt', size: 1, arrayBuffer: () => Promise.reject(new Error('x')) };
    await expect(readIncoming(gone)).rejects.toMatchObject({
      code: 'FILE_MALFORMED',
      message: expect.stringContaining('gone.txt'),
    });
  });
});
