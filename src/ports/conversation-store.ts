/** What a list of conversations needs of one question: small, so that the list opens without reading any evidence. */
export interface TurnHead {
  readonly conversationId: string;
  /** Unique among all turns of all tabs: whoever writes a turn writes that record alone. */
  readonly turnId: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly question: string;
}

/** A question with everything that came of it. */
export interface StoredTurn extends TurnHead {
  /** What the page keeps of it, in any form that can be cloned; the page checks it when it reads it again. */
  readonly body: unknown;
}

/**
 * Keeps conversations on the device, one record per question, so that tabs which ask never write the same one. Only a
 * question asked again writes a record that another tab may write too; what is written last stays. A conversation is
 * nothing but the turns that name it. Every method rejects with a `STORE_…` code. Ours.
 */
export interface ConversationStore {
  /** One head per turn of all conversations, oldest first. */
  heads(): Promise<readonly TurnHead[]>;
  /** The turns of one conversation, oldest first; none where there is no such conversation. */
  turns(conversationId: string): Promise<readonly StoredTurn[]>;
  /** Keeps a turn in place of the one with its ids. */
  put(turn: StoredTurn): Promise<void>;
  /**
   * Keeps a turn in place of the one with its ids, if that is still there; false where it is not. Looking and writing are
   * one: a turn that another tab deletes meanwhile never comes back.
   */
  replace(turn: StoredTurn): Promise<boolean>;
  /** Deletes a conversation with all its turns. */
  remove(conversationId: string): Promise<void>;
  clear(): Promise<void>;
}
