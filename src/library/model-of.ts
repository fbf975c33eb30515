import type { EgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { Endpoint } from './options.ts';

/** The model that is meant by an option; one behind an address writes its requests into the ledger. */
export function modelOf(endpoint: Endpoint | ChatModel, ledger: EgressLedger): ChatModel {
  if ('stream' in endpoint) return endpoint;
  const { url, model, key } = endpoint;
  // A page's address explains what browsers refuse; elsewhere there is none.
  const pageUrl = globalThis.location?.href;
  return createOpenAiChatModel({
    ...{ baseUrl: url, model, ledger },
    ...(key === undefined ? {} : { key }),
    ...(pageUrl === undefined ? {} : { pageUrl }),
  });
}
