import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockLanguageModelV3 } from 'ai/test';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../csp.ts';
import { type ReaderServer, startReaderServer } from '../e2e/reader-server.ts';
import { createHashEncoder } from '../src/adapters/memory/hash-encoder.ts';
import { copyAssets } from '../src/cli/copy-assets.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { createCanopy } from '../src/library/node-canopy.ts';
import { root } from './install.mjs';

/** Where the documents place a language model; the tests have a server of their own. */
const ENDPOINT = 'http://localhost:11434';
const QUESTION = 'When does copper melt?';
const REPORT = 'Copper melts at 1085 degrees. Wire is drawn from it. The shop sells maps.';

/** What the samples take for granted. */
const GIVEN = `
import type { BaseRetriever } from '@langchain/core/retrievers';
import type { wrapLanguageModel } from 'ai';
import type { Endpoint, PoolEntry } from 'canopy-web';
declare global {
  const question: string;
  const report: string;
  const entries: readonly PoolEntry[];
  const endpoint: Endpoint;
  const retriever: BaseRetriever;
  const languageModel: Parameters<typeof wrapLanguageModel>[0]['model'];
}
`;

/** Code of a document's fences in one of these languages, in order. */
function samples(document: string, ...languages: string[]): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => languages.includes(language!))
    .map(([, , code]) => code!);
}

/** All of a document's modules as one, as a reader goes on from one to the next. */
const moduleOf = (document: string) => samples(document, 'ts', 'tsx').join('\n');

/** Faults that the compiler finds in modules of users of the package, by their names. */
function typeErrors(modules: Readonly<Record<string, string>>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, { readonly types?: string }>;
  };
  const places = Object.entries(exports).flatMap(([name, { types }]) => {
    const source = types?.replace('./dist-lib/types/', './src/').replace(/\.d\.ts$/, '.ts');
    const found = source !== undefined && existsSync(join(root, source));
    return found ? [[name.replace(/^\./, 'canopy-web'), [source]]] : [];
  });
  const paths = Object.fromEntries(places) as Record<string, string[]>;
  const files = new Map(
    Object.entries({ ...modules, given: GIVEN }).map(([name, code]) => [
      join(root, 'scripts', `${name}.sample.tsx`),
      `${code}\nexport {};`,
    ]),
  );
  const all: ts.CompilerOptions = { ...options, noUnusedLocals: false, paths };
  const host = ts.createCompilerHost(all);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const code = files.get(name);
    return code === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...files.keys()], all, host);
  return [...files.keys()].flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  );
}

/** Runs a module and returns those of its values. */
async function runModule(
  code: string,
  values: Readonly<Record<string, unknown>>,
  wanted: readonly string[],
): Promise<Record<string, unknown>> {
  const { outputText } = ts.transpileModule(code, {
    fileName: 'sample.tsx',
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
    },
  });
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<Record<string, unknown>>;
  const body = `${outputText}\nreturn { ${wanted.join(', ')} };`;
  const run = new AsyncFunction('exports', ...Object.keys(values), body);
  return run({}, ...Object.values(values));
}

/** What the package's names stand for: the sources, with the vendored encoder as Node runs it, which needs no worker. */
async function packages(): Promise<(name: string) => unknown> {
  const own: Record<string, unknown> = {
    'canopy-web': { createCanopy: () => createCanopy() },
    'canopy-web/langchain': await import('../src/integrations/langchain/canopy-langchain.ts'),
    'canopy-web/ai-sdk': await import('../src/integrations/ai-sdk/canopy-middleware.ts'),
    'canopy-web/fetch': await import('../src/integrations/fetch/entry.ts'),
    'canopy-web/react': await import('../src/integrations/react/use-canopy.ts'),
    ai: await import('ai'),
  };
  const require = createRequire(import.meta.url);
  return (name) => own[name] ?? require(name);
}

function mockModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'At 1085.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
}

let reader: ReaderServer;
beforeAll(async () => {
  reader = await startReaderServer({ answer: () => 'Voyager 2 [1].' });
});
afterAll(() => reader.close());

// The compiler and the ingesters are loaded first, which takes a busy machine long.
describe('code in the documents', { timeout: 300_000 }, () => {
  it('is right by the types of the package', () => {
    const library = moduleOf('docs/library.md');
    const element = moduleOf('docs/element.md');
    const wrong =
      "import { createCanopy } from 'canopy-web';\ncreateCanopy({ assets: '/canopy/' });";
    const errors = typeErrors({ library, element, wrong });
    expect(errors).toEqual([expect.stringContaining("'assets' does not exist")]);
  });

  it('runs: docs/library.md', async () => {
    const model = mockModel();
    const metals = { pageContent: REPORT, metadata: { page: 2 } };
    const given = {
      require: await packages(),
      ...{ question: QUESTION, report: REPORT, entries: [{ text: REPORT }] },
      endpoint: { url: reader.url, model: 'm' },
      retriever: { invoke: async () => [metals] },
      languageModel: model,
    };
    const code = moduleOf('docs/library.md').replaceAll(ENDPOINT, reader.url);
    const wanted = ['text', 'tokensBefore', 'tokensAfter', 'pruned', 'reply', 'response'];
    const got = await runModule(code, given, wanted);
    // What the page says it prints, of which most is gone.
    expect(`${got.text}\n`).toBe(samples('docs/library.md', 'text')[0]);
    expect(code).toContain(`// ${got.tokensBefore} tokens before, ${got.tokensAfter} after`);
    expect(Number(got.tokensAfter)).toBeLessThan(Number(got.tokensBefore) / 3);
    expect(got.pruned).toMatchObject([{ metadata: { page: 2, canopy: {} } }]);
    expect(got.reply).toMatchObject({ text: 'At 1085.' });
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain('Copper melts at 1085');
    expect((got.response as Response).status).toBe(200);
    expect(reader.requests.at(-1)?.prompt).toMatch(/Copper melts at 1085[\s\S]*When does copper/);
  });
});

describe('commands in the documents', { timeout: 60_000 }, () => {
  const commands = samples('docs/cli.md', 'sh').join('').trim().split('\n');
  const words = (line: string) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  // The files of the examples are the files of the documents.
  const onThisMachine = (word: string) =>
    /\.(txt|csv)$/.test(word)
      ? join(root, 'examples/public', word)
      : word.replace(ENDPOINT, reader.url);

  it.each(commands.filter((line) => !line.includes('assets')))('%s', async (line) => {
    const [npx, canopy, ...args] = words(line);
    expect([npx, canopy]).toEqual(['npx', 'canopy']);
    const said = { out: '', err: '' };
    const status = await runCli(args.map(onThisMachine), {
      env: {},
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      open: () => createCanopy({ encoder: createHashEncoder() }),
    });
    expect([status, said.err]).toEqual([0, expect.not.stringContaining('canopy:')]);
    expect(said.out).toMatch(/Voyager 2/);
  });

  it('npx canopy assets', async () => {
    const [, , , target, ...rest] = words(commands.find((line) => line.includes('assets'))!);
    expect([target, rest]).toEqual(['public/canopy', []]);
    const folder = await mkdtemp(join(tmpdir(), 'canopy-docs-'));
    await writeFile(join(folder, 'encoder.worker.js'), '');
    await writeFile(join(folder, 'index.js'), '');
    await copyAssets([join(folder, target!)], { out: () => undefined }, `${folder}/`);
    expect(await readdir(join(folder, target!))).toEqual(['encoder.worker.js']);
    await rm(folder, { recursive: true });
  });

  it.each(['README.md', 'docs/deployment.md', 'docs/library.md', 'docs/element.md'])(
    '%s names scripts that exist',
    (document) => {
      const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      const named = samples(document, 'sh').flatMap((code) => [
        ...code.matchAll(/npm (?:run )?(?!ci\b|install\b|run\b|pack\b)([\w:]+)/g),
      ]);
      expect(named.length).toBeGreaterThan(0);
      for (const [, name] of named) expect(Object.keys(scripts)).toContain(name);
    },
  );

  it('docs/deployment.md widens the policy as it is', () => {
    const [added] = samples('docs/deployment.md', 'ts');
    const [wider] = /connect-src[^"]+/.exec(added!) ?? [];
    expect(CONTENT_SECURITY_POLICY).toContain(wider!.replace(/ http:\/\/192\S+$/, ';'));
  });
});
