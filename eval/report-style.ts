/** The style sheet of the report: one page, light and dark, from phone to desk. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1d2421; --soft: #5b6660; --paper: #fbfbf8; --card: #ffffff; --line: #dcdfd9;
  --accent: #1f6b4a; --series-0: #1f6b4a; --series-1: #b3541e; --series-2: #2f5fb3; --series-3: #8a3ea8;
  --series-4: #8a6d00; --series-5: #b02a55; --series-6: #0f7c8a; --series-7: #5c5c5c; --series-8: #4d7a12; --series-9: #7a4a2b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebe7; --soft: #a3aea7; --paper: #141816; --card: #1b201d; --line: #333a36;
  --accent: #74c7a0; --series-0: #74c7a0; --series-1: #f0a06c; --series-2: #8fb4f5; --series-3: #d09be8;
  --series-4: #d8bd55; --series-5: #f08cab; --series-6: #6fcfdb; --series-7: #b9b9b9; --series-8: #a9d266; --series-9: #d3a582; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 40px 24px 80px; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
h2 { font-size: 1.3rem; margin: 48px 0 12px; }
h3 { font-size: 1rem; margin: 28px 0 8px; }
p, li { max-width: 76ch; }
.lead { font-size: 1.1rem; }
.note, figcaption { color: var(--soft); }
code { font: 0.88em ui-monospace, monospace; overflow-wrap: anywhere; }
.plots { margin-top: 24px; display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 460px), 1fr)); }
.plot { margin: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.plot figcaption { font-weight: 600; color: var(--ink); margin-bottom: 8px; }
.plot svg { display: block; width: 100%; height: auto; }
.legend svg { display: inline-block; width: 14px; flex: none; }
.grid { stroke: var(--line); } .tick, .axis { fill: var(--soft); font-size: 13px; }
.series polyline { fill: none; stroke: var(--colour); stroke-width: 2; opacity: 0.75; }
.mark { fill: var(--colour); stroke: var(--card); stroke-width: 1; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; padding: 0; font-size: 0.85rem; }
.legend li { display: flex; align-items: center; gap: 6px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: 0.86rem; font-variant-numeric: tabular-nums; }
th, td { padding: 7px 12px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: var(--card); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 500; }
td small { display: block; color: var(--soft); font-size: 0.82em; }
tr.ours th { color: var(--accent); font-weight: 700; }
details { margin: 12px 0; } summary { cursor: pointer; padding: 6px 0; font-weight: 600; }
@media (max-width: 600px) { main { padding: 24px 14px 56px; } h1 { font-size: 1.5rem; } th, td { padding: 6px 9px; } .plot { padding: 12px 8px; } }
`;
