import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { AnswerMarkdown } from './answer-markdown.tsx';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('an answer that grows with every frame is read to its end', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const show = (text: string) =>
    root.render(
      <AnswerMarkdown text={text} isMarker={() => false} drawMark={() => null} plain="plain" />,
    );
  let text = '- **Name** of a thing, [1914-1918].\n'.repeat(60);
  for (let word = 0; word < 20; word++) {
    text += `- *word${word}*\n`;
    show(text);
    await frame();
  }
  show(`${text}- **end**`);
  const last = () => place.querySelector('li:last-child strong')?.textContent;
  await expect.poll(last, { timeout: 10_000 }).toBe('end');
  expect(place.querySelectorAll('li')).toHaveLength(81);
  expect(place.querySelectorAll('em')).toHaveLength(20);
  expect(place.textContent).toContain('Name of a thing, [1914-1918].');
});
