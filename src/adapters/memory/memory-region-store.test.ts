import { expect, it } from 'vitest';
import { describeRegionStore } from '../../ports/region-store.contract.ts';
import { createMemoryRegionStore } from './memory-region-store.ts';

describeRegionStore('The memory store', async () => createMemoryRegionStore());

it('says that it does not outlive the page', () => {
  expect(createMemoryRegionStore().persistent).toBe(false);
});
