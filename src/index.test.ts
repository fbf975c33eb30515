import { describe, expect, it } from 'vitest';

describe('the library’s entry', () => {
  it('can be imported and set up without a window', async () => {
    expect(globalThis).not.toHaveProperty('window');
    const { createCanopy, createHashEncoder, CanopyError } = await import('./index.ts');
    const canopy = createCanopy({ encoder: createHashEncoder(), store: 'memory' });
    await canopy.index({ title: 'Copper', text: 'Copper melts at 1085 degrees.' });
    const { tokensBefore, tokensAfter } = await canopy.compress('When does copper melt?');
    expect(tokensAfter).toBe(tokensBefore);
    await canopy.dispose();
    await expect(canopy.compress('copper')).rejects.toBeInstanceOf(CanopyError);
  });
});
