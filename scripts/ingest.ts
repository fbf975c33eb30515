// `npm run ingest -- FILES… [--json]`: reads files as the app does and tells what became of each.
import { createFileIngester } from '../src/adapters/ingest/ingest-file.ts';
import { nodePdfRuntime } from '../src/adapters/ingest/pdf/node-pdf-runtime.ts';
import { openChromiumIngester } from './ingest-in-chromium.ts';
import { runIngest } from './run-ingest.ts';

const status = await runIngest(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  ingester: createFileIngester({ pdf: nodePdfRuntime() }),
  openBrowser: openChromiumIngester,
});
// The runtime of PDF files keeps Node awake; what was written is waited for.
process.stdout.write('', () => process.exit(status));
