import { describeOriginalStore } from '../../ports/original-store.contract.ts';
import { createMemoryOriginalStore } from './memory-original-store.ts';

describeOriginalStore('memory', async (room) =>
  createMemoryOriginalStore(room === undefined ? undefined : () => room),
);
