import { expect, it } from 'vitest';
import { pricesFrom } from './price-fields.tsx';

it('reads prices with a point or a comma, and nothing out of what is none', () => {
  const of = (sent: string, received: string) => pricesFrom({ sent, received, currency: ' eur ' });
  expect(of('0,15', '0.60')).toEqual({ sent: 0.15, received: 0.6, currency: 'EUR' });
  expect(of('0', '0')).toEqual({ sent: 0, received: 0, currency: 'EUR' });
  for (const wrong of ['', ' ', '-1', 'abc', 'Infinity']) {
    expect(of('1', wrong)).toBeUndefined();
    expect(of(wrong, '1')).toBeUndefined();
  }
});
