import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { withoutNodeModules } from './scripts/without-node-modules.ts';

/** What the library's users install themselves, and what Node loads from its own packages. */
const EXTERNAL =
  /^(node:|react$|react\/|ai$|@langchain\/|@huggingface\/transformers$|pdfjs-dist\/)/;

/** Entries of the library by the name of their file in `dist-lib`. */
const ENTRIES = {
  index: 'src/index.ts',
  node: 'src/node.ts',
  canopy: 'bin/canopy.ts',
  element: 'src/element/define.ts',
  langchain: 'src/integrations/langchain/canopy-langchain.ts',
  'ai-sdk': 'src/integrations/ai-sdk/canopy-middleware.ts',
  fetch: 'src/integrations/fetch/entry.ts',
  react: 'src/integrations/react/use-canopy.ts',
  strategies: 'src/strategies/entry.ts',
  compressors: 'src/compressors/entry.ts',
};

/**
 * Lets workers be found from a package. Every `new Worker(…)` of ours becomes an expression that bundlers recognise and
 * that falls back to an import where the script lies on another origin; addresses are relative to the module.
 */
function packagedWorkers(): Plugin {
  const ours = /new Worker\(\s*new URL\('[./]*workers\/(\w+)\.worker\.ts', import\.meta\.url\)/g;
  const start = fileURLToPath(new URL('src/adapters/worker/start-worker.ts', import.meta.url));
  return {
    name: 'canopy:packaged-workers',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/adapters\/.*\.ts$/.test(id) || id === start || !code.includes('new Worker('))
        return;
      // Vite would bundle what it recognises, so the address is put in when it has looked.
      const named = code
        .replace(ours, "new Worker(CANOPY_WORKER('$1')")
        .replace('new URL(import.meta.env.BASE_URL, self.location.origin)', 'CANOPY_FOLDER()');
      const wrapped = named.replace(
        /new Worker\((CANOPY_WORKER\('(\w+)'\)|workerUrl),\s*(\{[^}]*\})\)/g,
        (whole, url: string, name = 'pdf') =>
          `startWorker(() => ${whole}, () => String(${url}), '${name}')`,
      );
      return `import { startWorker } from ${JSON.stringify(start)};\n${wrapped}`;
    },
    renderChunk: (code) =>
      code
        .replace(/CANOPY_WORKER\(["'`](\w+)["'`]\)/g, 'new URL("./$1.worker.js", import.meta.url)')
        // A folder is nothing to bundle, and whoever bundles the package need not be warned of it.
        .replace(/CANOPY_FOLDER\(\)/g, 'new URL(/* @vite-ignore */ "./", import.meta.url)'),
  };
}

/**
 * Gives Vite's helper for imports on demand a name of our own: whoever bundles the package with Vite gets a second one, and
 * two of the same name in one module do not parse.
 */
function ownPreloadName(): Plugin {
  return {
    name: 'canopy:own-preload-name',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll('__vitePreload', 'loadLazily');
      }
    },
  };
}

/** The library, or with `--mode NAME` one of its workers, which is one file with its runtime beside it. */
export default defineConfig(({ mode }): UserConfig => {
  const isLibrary = mode === 'library';
  return {
    base: './',
    publicDir: false,
    plugins: [packagedWorkers(), ownPreloadName(), withoutNodeModules()],
    resolve: {
      alias: {
        'decode-named-character-reference': fileURLToPath(
          new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
        ),
      },
    },
    experimental: {
      renderBuiltUrl: (file) => ({
        runtime: `new URL(${JSON.stringify(`./${file}`)}, import.meta.url).href`,
      }),
    },
    build: {
      ...{ outDir: 'dist-lib', emptyOutDir: false, target: 'es2022', assetsInlineLimit: 0 },
      ...{
        minify: !isLibrary,
        modulePreload: false,
        reportCompressedSize: false,
        // The ingest worker is one file with every format's reader: 2,051 kB.
        chunkSizeWarningLimit: 2200,
      },
      license: { fileName: `licences/${mode}.md` },
      rolldownOptions: {
        input: isLibrary ? ENTRIES : { [`${mode}.worker`]: `workers/${mode}.worker.ts` },
        external: isLibrary ? EXTERNAL : [],
        preserveEntrySignatures: 'strict',
        // How long plugins take says something of the machine, nothing of the package.
        checks: { pluginTimings: false },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks-[name].js',
          assetFileNames: '[name][extname]',
          ...(isLibrary ? {} : { codeSplitting: false }),
        },
      },
    },
  };
});
