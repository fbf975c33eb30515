import { describeConversationStore } from '../../ports/conversation-store.contract.ts';
import { createMemoryConversationStore } from './memory-conversation-store.ts';

describeConversationStore('memory', async () => createMemoryConversationStore());
