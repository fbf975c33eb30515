import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_SENTENCE, segmentSentences } from './text.ts';

const sentences = (text: string) => {
  const { starts, ends } = segmentSentences(text);
  return Array.from(starts, (start, leaf) => text.slice(start, ends[leaf]));
};

/** Every promise about leaves that does not depend on language. */
function expectSound(text: string): void {
  const { starts, ends } = segmentSentences(text);
  let last = 0;
  starts.forEach((start, leaf) => {
    const end = ends[leaf]!;
    const leafText = text.slice(start, end);
    expect(leafText).not.toBe('');
    expect(leafText.trim()).toBe(leafText);
    expect(end - start).toBeLessThanOrEqual(LONGEST_SENTENCE);
    expect(text.slice(last, start).trim()).toBe('');
    last = end;
  });
  expect(text.slice(last).trim()).toBe('');
}

describe('sentences stay whole', () => {
  it.each([
    ['titles', 'Dr. Ada Byron met Prof. Charles Babbage.'],
    ['initials', 'The book is by J. K. Rowling and J.R.R. Tolkien.'],
    ['initial after a first name', 'The pianist Arthur C. Clarke played on.'],
    ['months', 'It opened on Jan. 5 and closed on Sept. 30, 1999.'],
    ['references', 'See Fig. 2, No. 7, pp. 3-5, Sec. 4.2 and Vol. IV of the report.'],
    ['et al.', 'This was shown by Smith et al. (2010) and Jones et al. [12] before.'],
    ['e.g. and i.e.', 'Birds, e.g. owls, i.e. hunters of the night, see well.'],
    ['countries and firms', 'The U.S. Senate asked Acme Inc. Chairman Roe vs. Wade.'],
    ['decimals', 'It rose by 3.5 to 1,204.75 at a rate of .5 per day.'],
    ['addresses', 'Write to jo.doe@example.org or read www.example.org/a.b?c=D now.'],
    ['exclamations inside', '"Stop!" she cried, and "Why?" he asked.'],
    ['ellipsis', 'He waited ... and waited… then left.'],
    ['name with a mark', 'The song "Cheer Up!" (2015) sold well.'],
    ['hard-wrapped lines', 'This line was\nwrapped by hand\r\nthree times.'],
  ])('%s', (_, text) => {
    expect(sentences(text)).toEqual([text]);
    expectSound(text);
  });
});

describe('sentences end', () => {
  it.each([
    ['after a full stop', 'One ends. Two ends! Three?', ['One ends.', 'Two ends!', 'Three?']],
    ['after a closing quote', 'He said "go." She went.', ['He said "go."', 'She went.']],
    [
      'after a bracket',
      'It rained. (It poured.) We left.',
      ['It rained.', '(It poured.)', 'We left.'],
    ],
    ['after a reference mark', 'It is so.[12] We saw it.', ['It is so.[12]', 'We saw it.']],
    ['after a reference set apart', 'It is so. [12] We saw it.', ['It is so. [12]', 'We saw it.']],
    [
      'after a firm',
      'He left Acme Inc. The firm closed.',
      ['He left Acme Inc.', 'The firm closed.'],
    ],
    [
      'after a country',
      'She moved to the U.S. It was cold.',
      ['She moved to the U.S.', 'It was cold.'],
    ],
    ['after "No."', 'Did he? No. He left.', ['Did he?', 'No.', 'He left.']],
    ['after a line break', 'One ends.\nTwo begins.', ['One ends.', 'Two begins.']],
    [
      'at blank lines',
      'no full stop here\n\n \nand none here',
      ['no full stop here', 'and none here'],
    ],
  ])('%s', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
    expectSound(text);
  });
});

describe('structure', () => {
  it('gives each list item its own leaf with its marker', () => {
    const text =
      'We need:\n- bread\n- milk and\n  honey\n* eggs\n\n1. First do this.\n2. Then that\n10) Rest';
    expect(sentences(text)).toEqual([
      'We need:',
      '- bread',
      '- milk and\n  honey',
      '* eggs',
      '1. First do this.',
      '2. Then that',
      '10) Rest',
    ]);
  });

  it('takes a number at the start of a wrapped line for a number', () => {
    const text = 'The war ended in the year\n1945. Peace came.';
    expect(sentences(text)).toEqual(['The war ended in the year\n1945.', 'Peace came.']);
  });

  it('cuts contract clauses and numbered references', () => {
    const text =
      '(a) The buyer pays.\n(ii) The seller ships.\n\n[1] Smith J. Owls. 2001.\n[2] Roe R. Mice.';
    const found = sentences(text);
    expect(found.filter((leaf) => /^[([]/.test(leaf))).toHaveLength(4);
    expectSound(text);
  });

  it('keeps headings and code fences whole', () => {
    const code = '```ts\nconst a = 1. + 2.; // Not. Sentences. Here.\n\nrun();\n```';
    const text = `# A title. With a stop\nText follows. More.\n\nSetext\n======\n${code}\nAfter.`;
    expect(sentences(text)).toEqual([
      '# A title. With a stop',
      'Text follows.',
      'More.',
      'Setext\n======',
      code,
      'After.',
    ]);
  });

  it('reads an unclosed fence as text and cuts a long one at lines', () => {
    expect(sentences('```\nOne. Two.')).toEqual(['```\nOne.', 'Two.']);
    const code = `\`\`\`\n${'const value = compute(1);\n'.repeat(200)}\`\`\``;
    const leaves = sentences(code);
    expect(leaves).toHaveLength(3);
    expect(leaves.every((leaf) => /(?:;|```)$/.test(leaf))).toBe(true);
    expectSound(code);
  });
});

describe('scripts', () => {
  it.each([
    ['Chinese', '猫头鹰在夜里捕猎。它们看得很清楚！你见过吗？“见过。”他说。', 4],
    ['Japanese', 'フクロウは夜に狩りをする。「見た？」と彼は言った。ネズミを食べる。', 3],
    ['Arabic', 'البومة تصطاد ليلا. هل رأيتها؟ نعم رأيتها.', 3],
    ['Hindi', 'उल्लू रात में शिकार करता है। क्या तुमने देखा? हाँ।', 3],
    ['Russian', 'Сова охотится ночью. Её видел А. С. Пушкин. Да!', 3],
    ['Thai', 'นกฮูกล่าเหยื่อตอนกลางคืน มันมองเห็นได้ดี', 1],
  ])('%s', (_, text, count) => {
    expect(sentences(text)).toHaveLength(count);
    expectSound(text);
  });

  it('gives 5,000 Chinese characters many leaves', () => {
    const text = '猫头鹰在夜里捕猎，白天睡觉。'.repeat(360);
    expect(sentences(text)).toHaveLength(360);
  });

  it('never cuts inside what a person sees as one character', () => {
    const family = '👩‍👩‍👧‍👦';
    for (const unit of [family, '🏳️‍🌈', '🇩🇪', 'é', '𝒳']) {
      const leaves = sentences(unit.repeat(3000));
      expect(leaves.length).toBeGreaterThan(1);
      for (const leaf of leaves) expect(leaf.length % unit.length).toBe(0);
    }
  });
});

describe('size', () => {
  it('cuts a line of 100,000 characters at spaces', () => {
    const text = 'word '.repeat(20_000);
    const leaves = sentences(text);
    expect(leaves.length).toBeGreaterThan(49);
    expect(leaves.every((leaf) => /^(?:word )*word$/.test(leaf))).toBe(true);
    expectSound(text);
  });

  it('bounds a line without any space', () => {
    expectSound('x'.repeat(100_000));
    expect(sentences('x'.repeat(4001))).toHaveLength(3);
  });

  it('sees sentences across the windows it works in', () => {
    const sentence = 'A plain sentence of some length stands here.';
    const leaves = sentences(`${sentence} `.repeat(2000));
    expect(new Set(leaves)).toEqual(new Set([sentence]));
    expect(leaves).toHaveLength(2000);
  });

  it('finds nothing in white space', () => {
    expect(sentences('')).toEqual([]);
    expect(sentences(' \n\t\r\n\u00a0\ufeff')).toEqual([]);
  });
});

it('keeps its promises on any text', () => {
  const piece = fc.constantFrom(
    ...[
      '. ',
      '.',
      '! ',
      '? ',
      '\n',
      '\r\n',
      '\n\n',
      ' ',
      '- ',
      '1. ',
      '# ',
      '```\n',
      '"',
      '(',
      ')',
      '[1]',
    ],
    ...[
      'Dr.',
      'e.g.',
      'A.',
      'word',
      'Word',
      '3.5',
      '。',
      '中',
      '👩‍👧',
      '\u2028',
      '\u0301',
      '\ud83d',
      '|',
    ],
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 }),
      (parts) => expectSound(parts.join('')),
    ),
    { seed: 20261009, numRuns: 300 },
  );
});
