import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { strings } from './strings.ts';

function Broken(): never {
  throw new Error('a list that is none');
}

it('what fails to be drawn says so in its place, and the rest stands', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  // What React says of it in the console is not under test.
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
      <ErrorBoundary>The other part.</ErrorBoundary>
    </>,
  );
  await expect
    .poll(() => place.querySelector('[role=alert]')?.textContent)
    .toContain(`${strings.error.part} a list that is none`);
  expect(place.querySelector('button')?.textContent).toBe(strings.error.reload);
  expect(place.textContent).toContain('The other part.');
});
