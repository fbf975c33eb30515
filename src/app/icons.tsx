const PATHS = {
  lock: 'M5 7V5a3 3 0 0 1 6 0v2m-7 0h8v6.5H4z',
  gear: 'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  text: 'M4 1.8h5.5L12.5 5v9.2H4zM6.3 7h4M6.3 9.3h4M6.3 11.6h2.4',
  table: 'M2.3 3h11.4v10H2.3zM2.3 6.3h11.4M2.3 9.6h11.4M6.5 3v10',
  picture: 'M2.3 3h11.4v10H2.3zM2.5 11.5l3.4-3.6 2.6 2.6 2-1.9 3 3M10.4 6.4v.01',
  video: 'M2 4h8.2v8H2zM10.2 7.2 14 5v6l-3.8-2.2',
  close: 'm4 4 8 8m0-8-8 8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  chevron: 'm5.5 3.5 4.5 4.5-4.5 4.5',
  clock: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6',
  bin: 'M3 4.5h10M6.2 4.5V2.8h3.6v1.7M4.3 4.5l.6 8.7h6.2l.6-8.7M6.8 7v3.8M9.2 7v3.8',
  up: 'M8 13V3M3.8 7.2 8 3l4.2 4.2',
  stop: 'M4.5 4.5h7v7h-7z',
  copy: 'M5.5 5.5V2.8h7.7v7.7h-2.7M2.8 5.5h7.7v7.7H2.8z',
  out: 'M9 2.8h4.2V7M13.2 2.8 7.5 8.5M6.5 3.8H3v9.4h9.2V9.5',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  panel: 'M2.3 3h11.4v10H2.3zM9.8 3v10',
  files: 'M2 4.2h4l1.3 1.6H14v7.4H2z',
  ask: 'M2.3 3h11.4v8H7l-3 2.6V11H2.3z',
  evidence: 'M2.5 4h11M2.5 8h6.5M2.5 12h9',
  warning: 'M8 2.2 14.2 13H1.8zM8 6.3v3.4M8 11.2v.3',
  check: 'm3.2 8.6 3.2 3.2 6.4-7.2',
  download: 'M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M2.8 13.3h10.4',
} as const;

/** Names of the page's own line drawings. */
export type IconName = keyof typeof PATHS;

/** A line drawing that takes the colour and about the size of the words beside it; never the only label. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} fill={name === 'stop' ? 'currentColor' : 'none'} />
    </svg>
  );
}
