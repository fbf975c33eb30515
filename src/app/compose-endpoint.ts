import { testConnection } from '../adapters/chat/connection-test.ts';
import type { EgressLedger } from '../adapters/chat/egress-ledger.ts';
import { createOpenAiChatModel } from '../adapters/chat/openai-chat-model.ts';
import { createPromptApiModel } from '../adapters/prompt-api/prompt-api-model.ts';
import { CanopyError } from '../core/errors.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { CallOptions } from '../ports/encoder.ts';
import type { EgressEntry } from '../ports/ledger.ts';
import type { ConnectionReport, Ledger } from './engine.ts';
import type { Settings } from './settings.ts';
import { strings } from './strings.ts';

/** The model that the person chose: the browser's own, or the endpoint's, whose requests stand in the ledger. */
export function chosenModel(settings: Settings, ledger: EgressLedger): ChatModel {
  if (settings.preset === 'browser') return createPromptApiModel(strings.settings.browserModel);
  if (settings.url === '' || settings.model === '') {
    throw new CanopyError('INVALID_ARGUMENT', strings.settings.incomplete, {
      nextStep: strings.settings.incompleteStep,
    });
  }
  return createOpenAiChatModel(endpoint(settings, ledger));
}

/** Asks the endpoint for a word, and says what is wrong where it gives none. */
export async function testEndpoint(
  settings: Settings,
  ledger: EgressLedger,
  options: CallOptions,
): Promise<ConnectionReport> {
  const { diagnosis, message, nextStep } = await testConnection(
    { ...endpoint(settings, ledger), localNetworkPermission },
    options,
  );
  return { ok: diagnosis === 'works', message, nextStep };
}

function endpoint({ url, model, apiKey }: Settings, ledger: EgressLedger) {
  return {
    baseUrl: url,
    model,
    ledger,
    pageUrl: location.href,
    ...(apiKey === '' ? {} : { key: apiKey }),
  };
}

/** The record as a store, with the person's decisions on requests that wait. */
export function asLedger(egress: EgressLedger): Ledger {
  const waiting = new Map<number, (send: boolean) => void>();
  const approve = (entry: EgressEntry) =>
    new Promise<boolean>((resolve) => {
      waiting.set(entry.id, resolve);
    });
  return {
    entries: { get: egress.entries, subscribe: egress.subscribe },
    exportJson: egress.exportJson,
    setPreview: (on) => egress.setApproval(on ? approve : undefined),
    decide: (id, send) => {
      waiting.get(id)?.(send);
      waiting.delete(id);
    },
  };
}

/** Chromium's permission for addresses of the local network, where it has one. */
async function localNetworkPermission(): Promise<PermissionState | undefined> {
  try {
    const name: unknown = 'local-network-access';
    const { state } = await navigator.permissions.query({ name: name as PermissionName });
    return state;
  } catch {
    // A browser without this permission throws: it has no say in the matter.
    return undefined;
  }
}
