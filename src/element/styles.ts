/** Looks of `<canopy-qa>`: quiet, from the page's own font and colours, changed by custom properties and parts. */
export const STYLES = `
:host {
  --canopy-accent: light-dark(#1a5fb4, #99c1f1);
  --canopy-ink: light-dark(#1c1c1c, #ececec);
  --canopy-muted: light-dark(#5a5a5a, #a8a8a8);
  --canopy-paper: light-dark(#ffffff, #1e1e1e);
  --canopy-line: light-dark(#d4d4d4, #444444);
  --canopy-error: light-dark(#a51d2d, #ff938c);
  --canopy-radius: 6px;
  display: block;
  color: var(--canopy-ink);
}
/* Otherwise as the page: color-scheme is inherited, and a page that names none is light. */
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([hidden]), [hidden] { display: none; }
[part='base'] {
  background: var(--canopy-paper);
  border: 1px solid var(--canopy-line);
  border-radius: var(--canopy-radius);
  padding: 1rem;
}
[part='form'] { display: flex; flex-wrap: wrap; gap: 0.5rem; }
[part='label'] { flex-basis: 100%; font-weight: 600; }
[part='input'] {
  background: transparent;
  border: 1px solid var(--canopy-muted);
  border-radius: var(--canopy-radius);
  color: inherit;
  flex: 1 1 12rem;
  font: inherit;
  min-width: 0;
  padding: 0.5rem 0.75rem;
}
button { cursor: pointer; font: inherit; }
[part='ask'], [part='stop'] {
  background: var(--canopy-accent);
  border: 1px solid var(--canopy-accent);
  border-radius: var(--canopy-radius);
  color: var(--canopy-paper);
  padding: 0.5rem 1rem;
}
:focus-visible { outline: 2px solid var(--canopy-accent); outline-offset: 2px; }
[part='status'], [part='figures'], [part='place'] { color: var(--canopy-muted); font-size: 0.875em; }
[part='progress'] { accent-color: var(--canopy-accent); width: 100%; }
[part='answer'] { line-height: 1.5; margin-block: 0.75rem; overflow-wrap: anywhere; white-space: pre-wrap; }
[part='error'] { color: var(--canopy-error); }
[part='mark'] {
  background: none;
  border: 0;
  color: var(--canopy-accent);
  padding: 0 0.125em;
  text-decoration: underline;
}
[part='item'] { margin-block: 0.75rem; }
[part='title'] { font-weight: 600; margin: 0; }
[part='place'] { margin: 0; }
[part='span'] { margin-block: 0.25rem; overflow-wrap: anywhere; white-space: pre-wrap; }
[part='table-box'] { margin-block: 0.25rem; overflow-x: auto; white-space: normal; }
[part='table'] { border-collapse: collapse; font-size: 0.9375em; font-variant-numeric: tabular-nums; }
[part='table-caption'] { color: var(--canopy-muted); font-size: 0.875em; text-align: start; white-space: pre-line; }
[part='table'] th, [part='table'] td {
  border-bottom: 1px solid var(--canopy-line);
  padding: 0.25rem 0.75rem 0.25rem 0;
  text-align: start;
  vertical-align: top;
}
[part='table'] [part='span'] { white-space: normal; }
[part='span']:target, [part='span'].cited { background: color-mix(in srgb, var(--canopy-accent) 15%, transparent); }
`;
