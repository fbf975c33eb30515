import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Clamped } from './clamped.tsx';
import { strings } from './strings.ts';

it('shows a short text as it is', () => {
  const html = renderToStaticMarkup(<Clamped as="h2" text="Who built it?" className="q" />);
  expect(html).toBe('<h2 class="q" dir="auto">Who built it?</h2>');
});

it('folds 10,000 characters, keeps them all in the page, and offers to show them', () => {
  const text = 'word '.repeat(2_000);
  const html = renderToStaticMarkup(<Clamped as="p" text={text} className="q" />);
  expect(html).toContain(`>${text}</p>`);
  expect(html).toMatch(/^<p class="q [^"]*clamped/);
  expect(html).toMatch(
    new RegExp(`<button[^>]* aria-expanded="false">${strings.showAll}</button>$`),
  );
});
