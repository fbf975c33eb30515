/**
 * The import table of the house (see docs/architecture.md). `npm test` fails on a breach or a cycle.
 * Tests may import what they test with (vitest, fast-check), so they are left out of the layer rules.
 */
const test = '\\.test\\.tsx?$|\\.(contract|fixture)\\.tsx?$';
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { pathNot: [...allowed, from] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
    only(
      'core-is-pure',
      '^src/core/',
      [],
      'core imports core only: no npm package, no DOM, no I/O',
    ),
    only('ports-see-core', '^src/ports/', ['^src/core/'], 'ports are interfaces over core types'),
    only(
      'pipeline-sees-ports',
      '^src/pipeline/',
      ['^src/(core|ports)/'],
      'the pipeline knows ports, never adapters',
    ),
    only(
      'strategies-see-pipeline',
      '^src/strategies/',
      ['^src/(core|ports|pipeline)/'],
      'strategies share the pipeline’s events and prompts',
    ),
    only(
      'compressors-see-core',
      '^src/compressors/',
      ['^src/(core|ports)/'],
      'compressors know core and ports',
    ),
    {
      name: 'adapters-do-not-meet',
      comment: 'an adapter never imports a sibling (the worker protocol aside)',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/', pathNot: test },
      to: {
        path: '^src/',
        pathNot: ['^src/(core|ports)/', '^src/adapters/$1/', '^src/adapters/worker/'],
      },
    },
    only(
      'workers-wire-adapters',
      '^workers/',
      ['^src/(adapters|ports|core)/', '^(node_modules/)?(comlink|onnxruntime-web)/'],
      'a worker entry only wires',
    ),
    only(
      'library-composes',
      '^src/library/',
      [
        '^src/(core|ports|pipeline|strategies|compressors|adapters)/',
        '^(node:)?(fs|path|url)(/|$)',
      ],
      'the library wires pipeline and adapters for programs; it knows no user interface',
    ),
    only(
      'cli-sees-the-library',
      '^src/cli/',
      [
        '^src/(core|pipeline|ports|library)/',
        '^src/(strategies|compressors)/.*-names\\.ts$',
        '^(node:)?(fs|path|url|util)(/|$)',
      ],
      'the command line is a terminal’s way to the library',
    ),
    only(
      'element-sees-the-library',
      '^src/element/',
      ['^src/(core|pipeline|ports|library)/'],
      'the element is a page’s way to the library, without a framework',
    ),
    only(
      'integrations-see-the-library',
      '^src/integrations/',
      [
        '^src/(core|pipeline|ports|library)/',
        '^node_modules/(react|@types/react|ai|@ai-sdk|@langchain)/',
      ],
      'an integration puts the library into another system’s shape',
    ),
    {
      name: 'integrations-do-not-meet',
      comment: 'whoever uses one system has not installed the other',
      severity: 'error',
      from: { path: '^src/integrations/([^/]+)/' },
      to: { path: '^src/integrations/', pathNot: '^src/integrations/$1/' },
    },
    {
      name: 'compose-alone-sees-adapters',
      comment: 'in the app, only compose.ts and its parts know adapters and workers',
      severity: 'error',
      from: {
        path: '^src/(app|element)/',
        pathNot: [test, '^src/app/compose\\.ts$', '^src/app/compose-[a-z]+\\.ts$'],
      },
      to: { path: '^(src/adapters|workers)/' },
    },
    ...[
      [
        'transformers-at-home',
        '(@huggingface/|onnxruntime-)',
        '^(src/adapters/transformers/|eval/|bench/|workers/)',
      ],
      ['idb-at-home', 'idb-keyval', '^src/adapters/indexeddb/'],
      ['mediabunny-at-home', 'mediabunny', '^src/adapters/media/'],
      ['tesseract-at-home', '(tesseract\\.js-core|@tesseract\\.js-data)', '^src/adapters/ocr/'],
      ['comlink-at-home', 'comlink', '^(src/adapters/worker/|workers/)'],
      ['react-at-home', '(react|react-dom|radix-ui|@radix-ui)/', '^src/(app|integrations/react)/'],
      ['langchain-at-home', '@langchain/', '^src/integrations/langchain/'],
      ['ai-sdk-at-home', '(ai|@ai-sdk)/', '^src/integrations/ai-sdk/'],
    ].map(([name, vendor, home]) => ({
      name,
      comment: 'one home per vendor',
      severity: 'error',
      from: { pathNot: [home, test, '^node_modules/'] },
      to: { path: `^node_modules/${vendor}` },
    })),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
