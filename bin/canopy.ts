#!/usr/bin/env node
import { endWithReader } from '../src/cli/end-with-reader.ts';
import { runCli } from '../src/cli/run-cli.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
endWithReader(process.stdout, () => process.exit());
endWithReader(process.stderr, () => process.exit());
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  signal: stop.signal,
});
