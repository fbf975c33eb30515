import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { NumberSetting } from './setting-fields.tsx';
import { strings } from './strings.ts';

const BOUNDS = { min: 8, max: 8192 };

function Host({ passed }: { passed: number[] }) {
  const [value, setValue] = useState(2048);
  const change = (next: number) => {
    passed.push(next);
    setValue(next);
  };
  return (
    <NumberSetting id="n" label="n" help="Help." {...BOUNDS} value={value} onChange={change} />
  );
}

/** A number field over a value of its own, and the values that it passed on. */
async function openField() {
  const passed: number[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<Host passed={passed} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.poll(() => place.querySelector('input')).not.toBeNull();
  const field = place.querySelector('input')!;
  return { field, passed, note: () => place.querySelector('[role=status]')?.textContent?.trim() };
}

it('a number is typed digit by digit over the one before', async () => {
  const { field, passed, note } = await openField();
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}a{/Control}1');
  expect(field.value).toBe('1');
  expect(note()).toBe(strings.settings.bounds(8, 8192));
  await userEvent.keyboard('024');
  expect(field.value).toBe('1024');
  expect(passed.at(-1)).toBe(1024);
  await userEvent.tab();
  expect(field.value).toBe('1024');
  expect(note()).toBeUndefined();
});

it.each([
  ['nothing', '{Delete}', '{Tab}'],
  ['too little', '7', '{Enter}'],
  ['a fraction', '8.5', '{Tab}'],
])('%s gives way to the last good number, with a word on the bounds', async (_, typed, leave) => {
  const { field, passed, note } = await openField();
  await userEvent.click(field);
  await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
  expect(field.value).toBe(typed.replace('{Delete}', ''));
  await userEvent.keyboard(leave);
  const last = passed.at(-1) ?? 2048;
  expect(field.value).toBe(String(last));
  expect(note()).toBe(strings.settings.boundsKept(8, 8192, last));
});
