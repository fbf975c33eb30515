import { describe, expect, it } from 'vitest';
import type { Item } from './item.ts';
import { findTerm, itemTerms, termsOf } from './lexical.ts';
import { matchTerms } from './lexical-match.ts';
import { segmentItem } from './segment-item.ts';

const base = { headingPath: [], provenance: { source: 'test' } };
const table: Item = {
  ...base,
  ...{ id: 'a', modality: 'table', title: 'Rainfall', columns: ['Town', 'Millimetres'] },
  rows: [
    ['Bergen', '2250'],
    ['Oslo', '763'],
  ],
};
const terms = (item: Item) => itemTerms(item, segmentItem(item));

describe('termsOf', () => {
  it('sees words, not case, punctuation or compatibility forms', () => {
    expect(termsOf('The moon, the MOON!')).toEqual(termsOf('moon the'));
    expect(termsOf('ﬁne')).toEqual(termsOf('fine'));
  });

  it('joins inflected forms but keeps numbers apart', () => {
    expect(termsOf('administration')).toEqual(termsOf('administrative'));
    expect(termsOf('12345678')).not.toEqual(termsOf('12345679'));
  });

  it('takes pairs of characters where words are not spaced', () => {
    const [whole, part] = [termsOf('東京都'), termsOf('京都')];
    expect(whole.length).toBe(2);
    expect(part.every((term) => findTerm(whole, term) >= 0)).toBe(true);
    expect(termsOf('月').length).toBe(1);
  });

  it('has nothing to say about signs alone', () => {
    expect(termsOf(' … !? ').length).toBe(0);
  });
});

describe('itemTerms', () => {
  it('keeps each leaf apart and the head for itself', () => {
    const { leafEnds, terms: all, head } = terms(table);
    expect([...leafEnds]).toEqual([2, 4]);
    expect(all.slice(0, 2)).toEqual(termsOf('Bergen 2250'));
    expect(head).toEqual(termsOf('Rainfall Town Millimetres'));
  });
});

describe('matchTerms', () => {
  it('weighs what stands in few leaves, and ignores what stands nowhere', () => {
    const [match] = matchTerms(termsOf('rainfall in Oslo whatever'), [terms(table)]);
    // "oslo" stands in one leaf of two, "rainfall" in the head alone: ln(1 + 1.5 / 1.5) and ln(1 + 2.5 / 0.5).
    const [oslo, rainfall] = [Math.log(2), Math.log(6)];
    const share = oslo / (oslo + rainfall);
    expect(match!.leaf[0]).toBe(0);
    expect(match!.leaf[1]).toBeCloseTo(share);
    expect(match!.both[0]).toBeCloseTo(1 - share);
    expect(match!.both[1]).toBeCloseTo(1);
    expect(match!.head).toBeCloseTo(1 - share);
    expect(match!.item).toBeCloseTo(1);
  });

  it('gives zeros for a query without words', () => {
    const [match] = matchTerms(termsOf('?'), [terms(table)]);
    expect([...match!.leaf, ...match!.both, match!.head, match!.item]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
