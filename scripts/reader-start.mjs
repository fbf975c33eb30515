// Serves a model fetched by scripts/reader-fetch.mjs as an OpenAI-compatible endpoint on this machine only:
//
//   node scripts/reader-start.mjs [smollm2|gemma3] [--port 8181] [--threads 1]
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { READER_FOLDER, READERS } from './reader-models.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '8181' },
    threads: { type: 'string', default: '1' },
    window: { type: 'string' },
  },
});
const choice = positionals[0] ?? 'smollm2';
const folder = resolve(READER_FOLDER);
const reader = READERS[choice];
const file = reader?.file;
if (reader === undefined || file === undefined || !existsSync(join(folder, file))) {
  console.error(`There is no model ${choice} yet. Run: node scripts/reader-fetch.mjs ${choice}`);
  process.exit(1);
}
// The runtime is no dependency of this package: it is found where it was fetched to.
const require = createRequire(join(folder, 'package.json'));
const entry = require.resolve('node-llama-cpp');
const { getLlama, ChatMLChatWrapper, LlamaCompletion, LlamaChatSession } = await import(
  pathToFileURL(entry).href
);
const chats = reader.chat;
const llama = await getLlama({ gpu: false, build: 'never', maxThreads: Number(values.threads) });
const model = await llama.loadModel({ modelPath: join(folder, file) });
const window = Number(values.window ?? Math.min(model.trainContextSize ?? 2048, 8192));

/** A prompt that the model's window cannot hold. */
class TooLong extends Error {}

/** One after the other: the machine has few cores, and every request gets the same model state. */
let turn = Promise.resolve();

/** @param {{messages: {role: string, content: string}[], max_tokens?: number, response_format?: {type: string}}} body */
async function answer({ messages, max_tokens: most = 256, response_format: format }) {
  const context = await model.createContext({ contextSize: window });
  try {
    const sequence = context.getSequence();
    const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
    const said = messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
    const grammar =
      format?.type === 'json_object' ? { grammar: await llama.getGrammarFor('json') } : {};
    const options = { maxTokens: most, temperature: 0, ...grammar };
    const [prompt, systemPrompt] = [said.join('\n\n'), system.join('\n\n')];
    const promptTokens = model.tokenize(`${systemPrompt}\n${prompt}`).length;
    if (promptTokens + most > window) {
      throw new TooLong(`The prompt has ${promptTokens} tokens; context length is ${window}.`);
    }
    const text = chats
      ? await new LlamaChatSession({
          ...{ contextSequence: sequence, systemPrompt },
          chatWrapper: new ChatMLChatWrapper(),
        }).prompt(prompt, options)
      : await new LlamaCompletion({ contextSequence: sequence }).generateCompletion(
          `${systemPrompt}\n\n${prompt}\n\nAnswer:`,
          options,
        );
    const completionTokens = model.tokenize(text).length;
    return {
      text,
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    };
  } finally {
    await context.dispose();
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function readJson(request) {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text);
}

const server = createServer((request, response) => {
  /** @param {number} status @param {unknown} body */
  const send = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (request.method === 'GET' && request.url === '/v1/models') {
    send(200, { object: 'list', data: [{ id: choice, object: 'model' }] });
    return;
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    send(404, { error: { message: 'Only /v1/chat/completions and /v1/models are here.' } });
    return;
  }
  const work = async () => {
    try {
      const body = await readJson(request);
      const { text, usage } = await answer(body);
      const base = { id: 'reply', model: choice, created: 0 };
      if (body.stream !== true) {
        const message = { role: 'assistant', content: text };
        send(200, { ...base, choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      /** @param {unknown} value */
      const event = (value) => response.write(`data: ${JSON.stringify(value)}\n\n`);
      event({ ...base, choices: [{ index: 0, delta: { role: 'assistant', content: text } }] });
      event({ ...base, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      event({ ...base, choices: [], usage });
      response.end('data: [DONE]\n\n');
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      const status = thrown instanceof SyntaxError || thrown instanceof TooLong ? 400 : 500;
      if (response.headersSent) response.destroy();
      else send(status, { error: { message } });
    }
  };
  turn = turn.then(work);
});
server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`${choice} answers at http://127.0.0.1:${values.port}/v1`);
});
process.on('SIGTERM', () => process.exit(0));
