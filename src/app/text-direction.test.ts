import { expect, it } from 'vitest';
import { textDirection } from './text-direction.ts';

it.each([
  ['Name', 'ltr'],
  ['שם', 'rtl'],
  ['2024 (٪) السنة and more', 'rtl'],
  ['12: Zürich, القاهرة', 'ltr'],
  ['東京', 'ltr'],
  ['12 % – 3', undefined],
  ['', undefined],
] as const)('reads the direction of %s off its first letter', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
