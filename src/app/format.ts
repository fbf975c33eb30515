const LOCALE = 'en';
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const plural = new Intl.PluralRules(LOCALE);

/** A count with thousands marks: `12,480`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count with its noun in the right number: `1 sentence`, `14 sentences`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plural.select(count) === 'one' ? one : many}`;
}

/** A size in the unit people read: `18 kB`, `2.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${whole.format(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${oneDigit.format(bytes / 1_000_000)} MB`;
  return `${oneDigit.format(bytes / 1_000_000_000)} GB`;
}

/** A span of time: `1.8 s`, `2 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  // Rounded before it is split: 179.6 s are 3 min 0 s, not 2 min 60 s.
  const rounded = Math.round(seconds);
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

/** A guess of the time that something still takes, no more precise than a guess is: `about 2 min left`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds <= 50) return `about ${10 * Math.ceil(seconds / 10)} s left`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 10) return `about ${minutes} min left`;
  const rounded = 5 * Math.round(minutes / 5);
  if (rounded < 60) return `about ${rounded} min left`;
  const hours = Math.max(1, Math.round(seconds / 3600));
  return hours > 12 ? 'many hours left' : `about ${countOf(hours, 'hour')} left`;
}

/** A place in a recording: `0:30`, `1:02:05`. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const pair = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? `${minutes}:${pair(whole % 60)}`
    : `${hours}:${pair(minutes % 60)}:${pair(whole % 60)}`;
}

/** A share as a percentage without digits: `15%`; never 0% for something, never 100% for less than all. */
export function formatShare(part: number, total: number): string {
  if (total === 0) return '0%';
  const percent = (part / total) * 100;
  if (percent > 0 && percent < 1) return '<1%';
  if (percent < 100 && percent > 99) return '99%';
  return `${whole.format(percent)}%`;
}

/** Wall-clock time to the second. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString(LOCALE, { hour12: false });
}

/** A day and time people recognise: the time alone today, `3 Mar, 14:05` this year, with the year before. */
export function formatMoment(milliseconds: number, now = Date.now()): string {
  const moment = new Date(milliseconds);
  const today = new Date(now);
  const time = moment.toLocaleTimeString(LOCALE, { hour12: false, timeStyle: 'short' });
  if (moment.toDateString() === today.toDateString()) return time;
  const day = moment.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' }),
  });
  return `${day}, ${time}`;
}
