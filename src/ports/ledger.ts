import type { ChatPurpose, ChatUsage } from './chat-model.ts';

/** How far a request has come. `waiting`: held for the person's approval; nothing has left yet. */
export type EgressState = 'waiting' | 'declined' | 'sent' | 'answered' | 'failed';

/** One request to the outside, written down before it leaves. */
export interface EgressEntry {
  /** Counts from 1 in the order of sending; a repeated attempt is an entry of its own. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly url: string;
  readonly purpose: ChatPurpose;
  readonly model: string;
  /** The exact body; empty for a request without one. Headers, and so the key, are never written. */
  readonly body: string;
  /** Estimated tokens of the messages in the body. */
  readonly tokens: number;
  readonly state: EgressState;
  /** HTTP status, once there is one. */
  readonly status?: number;
  /** Milliseconds from sending to the end of the reply. */
  readonly milliseconds?: number;
  /** Tokens as the endpoint counts them, where it tells. */
  readonly usage?: ChatUsage;
  /** Why it failed, in a sentence. */
  readonly error?: string;
}

/** Everything that left, as the person can read it. */
export interface EgressRecord {
  /** Oldest first; a new array after every change. */
  entries(): readonly EgressEntry[];
  /** Calls back after every change; returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** The whole record as indented JSON. */
  exportJson(): string;
  /**
   * Holds every request until the promise says true ("preview before sending"); undefined sends at once. A request that
   * is declined rejects with `ABORTED`.
   */
  setApproval(approve: ((entry: EgressEntry) => Promise<boolean>) | undefined): void;
}
