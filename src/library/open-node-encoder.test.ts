import { afterEach, expect, it, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

afterEach(() => {
  vi.doUnmock('@huggingface/transformers');
  vi.resetModules();
});

it('the entry for Node loads without the optional runtime, and says what to install when it is needed', {
  timeout: 60_000,
}, async () => {
  vi.resetModules();
  vi.doMock('@huggingface/transformers', () => {
    throw new Error("Cannot find package '@huggingface/transformers'");
  });
  const { createCanopy, openNodeEncoder } = await import('../node.ts');
  const version = manifest.optionalDependencies['@huggingface/transformers'];
  const missing = {
    code: 'ENCODER_LOAD_FAILED',
    message: expect.stringContaining('@huggingface/transformers'),
    nextStep: expect.stringMatching(
      new RegExp(
        `npm install @huggingface/transformers@${version} .*ONNXRUNTIME_NODE_INSTALL=skip`,
      ),
    ),
  };
  await expect(openNodeEncoder({ folder: 'nowhere' })).rejects.toMatchObject(missing);
  const canopy = createCanopy();
  await expect(canopy.compress('copper', [{ text: 'Copper.' }])).rejects.toMatchObject(missing);
  await canopy.dispose();
});
