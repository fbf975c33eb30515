import { CanopyError } from '../../core/errors.ts';
import type { ChatPurpose, ChatUsage } from '../../ports/chat-model.ts';
import type { EgressEntry, EgressRecord } from '../../ports/ledger.ts';

/** A request that is about to leave. */
export interface OutgoingRequest {
  readonly url: string;
  readonly purpose: ChatPurpose;
  readonly model: string;
  /** The exact body; empty for a request without one. */
  readonly body: string;
  /** Estimated tokens of the messages. */
  readonly tokens: number;
}

/** What became of a request. */
export interface EgressOutcome {
  readonly status?: number;
  readonly usage?: ChatUsage;
  /** Why it failed; absent when it succeeded. */
  readonly error?: string;
}

/** The record that {@link sendRecorded} writes into. */
export interface EgressLedger extends EgressRecord {
  /**
   * Writes the request down and, where approval is asked for, waits for it. Only when this has resolved may the request
   * leave. Returns how to note its outcome; the first outcome noted counts. Rejects with `ABORTED` when it is declined.
   */
  open(request: OutgoingRequest, signal?: AbortSignal): Promise<(outcome: EgressOutcome) => void>;
}

/** Creates an empty ledger; it lives as long as the page and is written nowhere else. */
export function createEgressLedger(now: () => number = Date.now): EgressLedger {
  let entries: readonly EgressEntry[] = [];
  let approve: ((entry: EgressEntry) => Promise<boolean>) | undefined;
  const listeners = new Set<() => void>();
  const put = (entry: EgressEntry) => {
    entries = [...entries.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.id - b.id);
    for (const listener of listeners) listener();
  };
  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exportJson: () => JSON.stringify(entries, null, 2),
    setApproval(next) {
      approve = next;
    },
    async open(request, signal) {
      const first = { id: entries.length + 1, time: now(), ...request };
      let entry: EgressEntry = { ...first, state: approve === undefined ? 'sent' : 'waiting' };
      put(entry);
      if (approve !== undefined) {
        const approved = await approval(approve(entry), signal);
        entry = { ...entry, time: now(), state: approved ? 'sent' : 'declined' };
        put(entry);
        if (!approved) throw new CanopyError('ABORTED', 'The request was held back; nothing left.');
      }
      const sentAt = entry.time;
      return (outcome) => {
        if (entry.state !== 'sent') return;
        const state = outcome.error === undefined ? 'answered' : 'failed';
        entry = { ...entry, ...outcome, state, milliseconds: now() - sentAt };
        put(entry);
      };
    },
  };
}

/** The person's decision; an abort or a failing dialogue means no. */
function approval(decision: Promise<boolean>, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(false);
    signal?.addEventListener('abort', () => resolve(false), { once: true });
    decision.then(resolve, () => resolve(false));
  });
}
