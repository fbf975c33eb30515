import { describe, expect, it } from 'vitest';
import { isReserved } from './reserved.ts';

const question = (...items: string[]) => ({
  gold: new Map(items.map((id) => [id, Int32Array.of(0)])),
});

describe('reserved questions', () => {
  it('are about three in ten', () => {
    const all = Array.from({ length: 4000 }, (_, i) => isReserved(question(`item ${i}`)));
    const share = all.filter(Boolean).length / all.length;
    expect(share).toBeGreaterThan(0.28);
    expect(share).toBeLessThan(0.32);
  });

  it('go by the first gold item, whatever the order', () => {
    for (let i = 0; i < 50; i++) {
      expect(isReserved(question(`b ${i}`, `a ${i}`))).toBe(isReserved(question(`a ${i}`)));
    }
  });
});
