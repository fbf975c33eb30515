import { expect, it } from 'vitest';
import { createProgressLine } from './progress-line.ts';

function lineAt(isTerminal: boolean) {
  const said: string[] = [];
  const clock = { time: 50 };
  const line = createProgressLine({ err: (text) => said.push(text), isTerminal }, () => clock.time);
  return { said, clock, line };
}

it('overwrites the line of a terminal, ten times a second at most, and takes it away', () => {
  const { said, clock, line } = lineAt(true);
  line.clear();
  line.show('1 of 3');
  line.show('2 of 3');
  clock.time += 100;
  line.show('3 of 3');
  line.clear();
  line.clear();
  line.show('next');
  expect(said).toEqual(['\r\u001b[K1 of 3', '\r\u001b[K3 of 3', '\r\u001b[K', '\r\u001b[Knext']);
});

it('tells a log nothing for two seconds, and then a line every ten', () => {
  const { said, clock, line } = lineAt(false);
  line.show('a');
  clock.time += 2000;
  line.show('b');
  clock.time += 9999;
  line.show('c');
  line.clear();
  clock.time += 1;
  line.show('d');
  expect(said).toEqual(['b\n', 'd\n']);
});
