import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHashEncoder } from '../adapters/memory/hash-encoder.ts';
import { createCanopy } from '../library/node-canopy.ts';
import { copyAssets } from './copy-assets.ts';
import { runCli } from './run-cli.ts';

let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-cli-'));
  await writeFile(
    file('penguins.md'),
    '# Penguins\n\nThe king penguin lays one egg in summer. Tickets cost nine pounds. The shop sells maps.\n',
  );
  await writeFile(file('metals.csv'), 'Metal,Melts at\nCopper,1085\nTin,232\nIron,1538\n');
  await writeFile(file('picture.png'), new Uint8Array([137, 80, 78, 71]));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const status = await runCli(args, {
    env: { CANOPY_API_KEY: 'secret' },
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    open: () => createCanopy({ encoder: createHashEncoder() }),
  });
  return { status, ...said };
}
const narrow = ['--selection', 'flat-m', '--keep', '1'];

describe('canopy compress', () => {
  it('writes the evidence, and what it saved beside it', async () => {
    const question = ['-q', 'When does the king penguin lay its egg?'];
    const result = await run('compress', ...question, ...narrow, file('penguins.md'));
    expect(result).toEqual({
      status: 0,
      out: '## Penguins (penguins.md)\n[1] The king penguin lays one egg in summer.\n[…]\n',
      err: '31 → 21 tokens, 1 of 1 items\n',
    });
  });

  it('writes JSON with the forests', async () => {
    const { out, err } = await run('compress', '-q', 'copper', '--json', file('metals.csv'));
    const result: unknown = JSON.parse(out);
    expect(err).toBe('');
    expect(result).toMatchObject({
      question: 'copper',
      evidence: [{ modality: 'table', header: 'Metal | Melts at' }],
    });
  });

  it('goes on with the files it can read, and fails at the end', async () => {
    const files = [file('picture.png'), file('penguins.md'), file('none.txt')];
    const { status, out, err } = await run('compress', '-q', 'egg', ...narrow, ...files);
    expect(status).toBe(1);
    expect(out).toContain('[1] The king penguin lays one egg in summer.');
    expect(err).toMatch(/picture\.png.*FILE_UNSUPPORTED/);
    expect(err).toMatch(/There is no file “.*none\.txt”\. Check its name.*\(FILE_MALFORMED\)/);
    expect(err).not.toContain('ENOENT');
    expect(await run('compress', '-q', 'egg', file('none.txt'))).toMatchObject({
      status: 1,
      out: '',
    });
  });

  it('says of a folder that its files must be named', async () => {
    const { status, err } = await run('compress', '-q', 'egg', `${folder}/`);
    expect(status).toBe(1);
    expect(err).toBe(
      `canopy: “${folder}/” is a folder. Name the files in it, for example ${folder}/*.md (FILE_MALFORMED)\n`,
    );
  });

  it('shows a terminal how far it is, and takes that away before the evidence', async () => {
    const said: string[] = [];
    const args = ['compress', '-q', 'egg', ...narrow, file('penguins.md')];
    await runCli(args, {
      ...{ env: {}, isTerminal: true, open: () => createCanopy({ encoder: createHashEncoder() }) },
      out: (text) => said.push(`out ${text}`),
      err: (text) => said.push(`err ${text}`),
    });
    expect(said[0]).toBe(`err \r\u001b[KReading ${file('penguins.md')}`);
    const evidence = said.findIndex((text) => text.startsWith('out '));
    expect(said[evidence - 1]).toBe('err \r\u001b[K');
    expect(said.slice(evidence)).toHaveLength(2);
  });

  it('is quiet when told', async () => {
    const quiet = ['--quiet', '-q', 'king penguin egg', file('penguins.md')];
    expect(await run('compress', ...quiet)).toMatchObject({ status: 0, err: '' });
    expect(await run('ask', ...quiet)).toMatchObject({ status: 0, err: '' });
    const { err } = await run('ask', '--quiet', '-q', 'egg', file('none.txt'));
    expect(err).toContain('There is no file');
  });

  it.each([
    [[], 2, 'canopy compress -q QUESTION'],
    [['--help'], 0, 'canopy compress -q QUESTION'],
    [['prune'], 2, 'There is no command “prune”'],
    [['compress', 'a.txt'], 2, 'Give a question with -q'],
    [['compress', '-q', 'a'], 2, 'Name at least one file'],
    [['compress', '-q', 'a', '--k', '0', 'a.txt'], 2, '--k cannot be “0”'],
    [['compress', '-q', 'a', '--selection', 'best', 'a.txt'], 2, 'no selection called “best”'],
    [['compress', '-q', 'a', '--compressor', 'zip', 'a.txt'], 2, 'no compressor called “zip”'],
    [['ask', '-q', 'a', '--strategy', 'magic', 'a.txt'], 2, 'no strategy called “magic”'],
    [['compress', '-q', 'a', '--nonsense', 'a.txt'], 2, '--nonsense'],
    [['compress', '-q', 'a', '--strategy', 'canopy', 'a.txt'], 2, 'no use for --strategy'],
    [['compress', '-q', 'a', '--rounds', '2', 'a.txt'], 2, 'no use for --rounds'],
    [['compress', '-q', 'a', '--url', 'http://localhost', 'a.txt'], 2, 'no use for --url'],
    [['compress', '-q', 'a', '--key-env', 'KEY', 'a.txt'], 2, 'no use for --key-env'],
    [['ask', '-q', 'a', '--url', 'http://localhost', 'a.txt'], 2, 'belong together'],
  ])('tells how it is used: %j', async (args, status, words) => {
    const result = await run(...args);
    expect(result.status).toBe(status);
    expect(result.out + result.err).toContain(words);
  });

  it('cuts by another compressor', async () => {
    const cut = ['--compressor', 'recomp-extractive', '--keep', '1'];
    const { out } = await run('compress', '-q', 'penguin egg', ...cut, file('penguins.md'));
    expect(out).toBe(
      '## Penguins (penguins.md)\n[1] The king penguin lays one egg in summer.\n[…]\n',
    );
  });

  it('refuses a dial that the selection does not have', async () => {
    const { status, err } = await run('compress', '-q', 'egg', '--keep', '9', file('penguins.md'));
    expect(status).toBe(2);
    expect(err).toContain('The dial of calibrated cannot stand at 9.');
  });
});

describe('canopy ask', () => {
  it('quotes without an endpoint, naming the sources', async () => {
    const { status, out, err } = await run('ask', '-q', 'king penguin egg', file('penguins.md'));
    expect(status).toBe(0);
    expect(out).toContain('[1] penguins.md: Penguins');
    expect(err).toMatch(/tokens, 1 round, .* nothing left this machine\n$/);
  });

  it('says that other ways of answering need an endpoint', async () => {
    const way = ['--strategy', 'vanilla-rag'];
    const { status, err } = await run('ask', '-q', 'egg', ...way, file('penguins.md'));
    expect(status).toBe(2);
    expect(err).toContain('The strategy vanilla-rag needs a language model.');
  });

  it('asks an endpoint with the evidence and the key of the environment', async () => {
    const asked: { key: string | undefined; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => {
        body += part.toString();
      });
      request.on('end', () => {
        asked.push({ key: request.headers.authorization, body });
        response.setHeader('content-type', 'text/event-stream');
        const choices = [{ index: 0, delta: { content: 'In summer [1].' }, finish_reason: 'stop' }];
        response.end(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const where = ['--url', `http://127.0.0.1:${port}`, '--model', 'm', '--rounds', '1'];
    const question = ['-q', 'When does the king penguin lay its egg?'];
    const args = [...question, ...narrow, ...where, '--json', file('penguins.md')];
    const { status, out } = await run('ask', ...args);
    server.close();
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ answer: 'In summer [1].', modelCalls: 1 });
    expect(asked.map(({ key }) => key)).toEqual(['Bearer secret']);
    expect(asked[0]?.body).toContain('The king penguin lays one egg in summer.');
    expect(asked[0]?.body).not.toContain('The shop sells maps');
  });
});

describe('canopy assets', () => {
  it('copies what a page serves, and nothing else', async () => {
    const from = await mkdtemp(join(folder, 'built-'));
    const names = ['encoder.worker.js', 'ort.wasm', 'index.js', 'canopy.js'];
    for (const name of names) await writeFile(join(from, name), name);
    const said: string[] = [];
    const to = file('served/canopy');
    const terminal = { out: (text: string) => said.push(text) };
    expect(await copyAssets([to], terminal, `${from}/`)).toBe(0);
    expect(said.join('')).toBe('encoder.worker.js\nort.wasm\n');
    expect(await readFile(join(to, 'ort.wasm'), 'utf8')).toBe('ort.wasm');
    await expect(copyAssets([], terminal)).rejects.toThrow('Name the one folder');
    await expect(copyAssets([to], terminal)).rejects.toThrow('not a built package');
  });
});
