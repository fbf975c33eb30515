#!/usr/bin/env node
import { runCli } from '../src/cli/run-cli.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  signal: stop.signal,
});
