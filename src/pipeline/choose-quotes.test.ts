import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseQuotes } from './choose-quotes.ts';

const leaf = (quote: string, behind: number) => ({ quote, behind });
const FOUNDER = leaf('Ada Brandt founded Meridian Optics with her brother.', 0);
const FIRM = leaf('Meridian Optics was founded to grind lenses.', 0.4);
const LENSES = leaf('Meridian Optics sells lenses to observatories.', 0.8);
const TOWER = leaf('The Harbour Tower was built in 1903.', 2.6);
const PAINT = leaf('The tower is painted red every ten years.', 2.2);
const CATS = leaf('Cats sleep a lot.', 1.8);

describe('chooseQuotes', () => {
  it('quotes both parts of a question with two parts', () => {
    // Left over after the best: harbour, tower, built. TOWER has all three; PAINT only one.
    expect(
      chooseQuotes(
        'Who founded Meridian Optics and when was the Harbour Tower built?',
        [FOUNDER, FIRM, LENSES, PAINT, TOWER],
        3,
      ),
    ).toEqual([FOUNDER, FIRM, TOWER]);
  });

  it('leaves a question with one part as it was: the best and what is nearly as near', () => {
    const leaves = [FOUNDER, FIRM, LENSES, CATS, PAINT, TOWER];
    expect(chooseQuotes('Who founded Meridian Optics?', leaves, 3)).toEqual([
      FOUNDER,
      FIRM,
      LENSES,
    ]);
    expect(chooseQuotes('Who founded Meridian Optics?', [FOUNDER, CATS, TOWER], 3)).toEqual([
      FOUNDER,
    ]);
  });

  it('takes no passage for a single word that it adds, nor one that is far away', () => {
    const question = 'Who founded Meridian Optics near the Harbour Tower?';
    expect(chooseQuotes(question, [FOUNDER, PAINT], 3)).toEqual([FOUNDER]);
    expect(chooseQuotes(question, [FOUNDER, { ...TOWER, behind: 3.1 }], 3)).toEqual([FOUNDER]);
    expect(chooseQuotes(question, [FOUNDER, TOWER], 3)).toEqual([FOUNDER, TOWER]);
  });

  it('does not take words that only ask for a part of the question', () => {
    const many = leaf('How many were there, and when? That is what they have been asked.', 1.9);
    const question = 'How many lenses were there in 1903, and what have they been made of?';
    expect(chooseQuotes(question, [leaf('In 1903 it made 40 lenses.', 0), many], 3)).toHaveLength(
      1,
    );
  });

  it('takes of two that add as much the nearer one, and each word for one quote only', () => {
    const again = leaf('The Harbour Tower, built of brick.', 2.7);
    const question = 'Who founded Meridian Optics and when was the Harbour Tower built?';
    expect(chooseQuotes(question, [FOUNDER, TOWER, again], 3)).toEqual([FOUNDER, TOWER]);
  });

  it('gives the best first, never more than may be, in order, and all near ones where there is room', () => {
    const words = fc.constantFrom('harbour', 'tower', 'built', 'founded', 'lenses', '1903');
    const text = fc.array(words, { maxLength: 5 }).map((list) => list.join(' '));
    const gaps = fc.array(fc.record({ quote: text, gap: fc.constantFrom(0, 0.4, 2) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, gaps, fc.integer({ min: 0, max: 4 }), (question, list, most) => {
        const leaves = list.map(({ quote }, i) => {
          const behind = list.slice(1, i + 1).reduce((sum, { gap }) => sum + gap, 0);
          return leaf(quote, behind);
        });
        const chosen = chooseQuotes(question, leaves, most);
        expect(chosen.length).toBeLessThanOrEqual(most);
        expect(chosen).toEqual(leaves.filter((each) => chosen.includes(each)));
        if (most > 0) expect(chosen[0]).toBe(leaves[0]);
        const near = leaves.filter((each) => each.behind <= 1.5);
        if (chosen.length < most) expect(near.every((each) => chosen.includes(each))).toBe(true);
      }),
    );
  });
});
