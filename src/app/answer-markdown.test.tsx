import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AnswerMarkdown } from './answer-markdown.tsx';

/** Drawn with evidence behind the numbers up to 9. */
const html = (text: string) =>
  renderToStaticMarkup(
    <AnswerMarkdown
      text={text}
      isMarker={(marker) => marker >= 1 && marker <= 9}
      plain={<i>plain</i>}
      drawMark={(marker, visit) => <button type="button">{`${marker}.${visit}`}</button>}
    />,
  );
const mark = (marker: number, visit: number) => `<button type="button">${marker}.${visit}</button>`;

describe('an answer in Markdown', () => {
  it('draws emphasis, lists, tables and code', () => {
    expect(html('**Io** and *Europa*')).toContain('<strong>Io</strong> and <em>Europa</em>');
    expect(html('3. three\n4. four')).toMatch(/<ol start="3"><li><p[^>]*>three<\/p><\/li>/);
    expect(html('| a | b |\n| - | -: |\n| 1 | 2 |')).toMatch(
      /<th>a<\/th><th align="right">b<\/th>.*<td>1<\/td><td align="right">2<\/td>/,
    );
    expect(html('`x[1]`')).toContain('<code>x[1]</code>');
    expect(html('# Big')).toBe('<h3>Big</h3>');
  });

  it('makes a button of every mark, wherever it stands, counting repeated ones', () => {
    const drawn = html('First [1, 2].\n\n- **so [1]**\n\n| a |\n| - |\n| b [2] |');
    for (const [marker, visit] of [
      [1, 0],
      [2, 0],
      [1, 1],
      [2, 1],
    ] as const) {
      expect(drawn).toContain(mark(marker, visit));
    }
  });

  it('keeps brackets that are no marks as they are written', () => {
    expect(html('The war [1914-1945] and [2019-2021], see [ 12 ].')).toContain(
      'The war [1914-1945] and [2019-2021], see [ 12 ].',
    );
    expect(html('So [1, 1837-1901] and [9-10].')).toContain(
      `So ${mark(1, 0)}[1837-1901] and ${mark(9, 0)}[10].`,
    );
  });

  it('lets no definition or footnote turn a citation into something else', () => {
    const drawn = html('So it is [1].\n\n[1]: https://evil.example/\n\nAnd [2][1].\n\n[^1]: note');
    expect(drawn).toContain(mark(1, 0));
    expect(drawn).not.toContain('href="https://evil.example/"><');
    expect(drawn.match(/<button/g)).toHaveLength(4);
  });

  it('shows HTML as it is written', () => {
    const drawn = html(
      '<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<iframe srcdoc="x">',
    );
    expect(drawn).not.toMatch(/<(?:img|script|iframe)/);
    expect(drawn).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(drawn).toContain('&lt;iframe');
  });

  it('loads no picture and names its address', () => {
    const drawn = html(
      '![chart](https://spy.example/p.png?q=secret) ![x](data:image/png;base64,AA)',
    );
    expect(drawn).not.toContain('<img');
    expect(drawn).toContain('chart');
    expect(drawn).toContain('(spy.example/p.png?q=secret)');
    expect(drawn).not.toContain('data:');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x09;script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a/b',
    'file:///etc/passwd',
    '/relative',
    '//evil.example',
  ])('follows no link to %s', (address) => {
    const drawn = html(`[click](<${address}>)`);
    expect(drawn).not.toContain('<a');
    expect(drawn).toContain('click');
  });

  it('shows where a link leads, whole host first, and tells that page nothing', () => {
    const drawn = html(`[bank.example](https://evil.example/${'a'.repeat(300)})`);
    expect(drawn).toContain('rel="noopener noreferrer nofollow"');
    expect(drawn).toContain('target="_blank"');
    expect(drawn).toContain('(evil.example/aaa');
    expect(drawn).toContain('…)');
    expect(html('see www.example.org')).toContain('href="http://www.example.org/"');
  });

  it.each([
    ['quotes', '>'.repeat(5000)],
    ['lists', '- '.repeat(5000)],
    ['emphasis', '*a **'.repeat(20_000)],
    ['brackets', '['.repeat(50_000)],
    ['stars', '*'.repeat(50_000)],
  ])('is left plain, at once, when nested like an attack: %s', (_, text) => {
    const started = performance.now();
    expect(html(text)).toBe('<i>plain</i>');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('reads what is still streaming', () => {
    for (let end = 1; end < 60; end += 3) {
      expect(
        html('**Bold** [link](https://a.example) | x |\n| - |\n- `code` [1]'.slice(0, end)),
      ).not.toBe('<i>plain</i>');
    }
  });
});
