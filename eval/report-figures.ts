/** A share as per cent. */
export function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}

/** A number with as many digits as it deserves. */
export function plain(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}

/** A difference of shares in points, with its sign. */
export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(1)}`;
}
