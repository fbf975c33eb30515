import { describe, expect, it } from 'vitest';
import { ingest, refusal, sourceFile, tables, texts } from './source-file.fixture.ts';

const HEAD = `From: =?UTF-8?B?S8O8cnN0aW4=?= <k@example.org>
To: Owl group <owls@example.org>, b@example.org
Date: Tue, 3 Mar 2020 10:00:00 +0000
Subject: =?utf-8?Q?Nests_f=C3=BCr_2020?=
MIME-Version: 1.0
`;

describe('mail', () => {
  it('reads who wrote what to whom, in any encoding', async () => {
    const { items, warnings } = await ingest(
      'a.eml',
      `${HEAD}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nF=C3=BCnf nests.\n\nAll in the old barn.\n`,
    );
    expect(warnings).toEqual([]);
    expect(texts(items)).toMatchObject([
      {
        title: 'Nests für 2020',
        text: `From: Kürstin <k@example.org>\nTo: Owl group <owls@example.org>, b@example.org\nDate: Tue, 3 Mar 2020 10:00:00 +0000\nSubject: Nests für 2020\n\nFünf nests.\n\nAll in the old barn.`,
      },
    ]);
  });

  it('reads an HTML body like a web page, tables too, and names attachments', async () => {
    const { items, warnings } = await ingest(
      'b.eml',
      `${HEAD}Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html; charset=utf-8

<p>Counts:</p><table><tr><th>Place<th>Nests<tr><td>Barn<td>5</table><script>evil()</script>
--x
Content-Type: application/pdf; name="map.pdf"
Content-Disposition: attachment; filename="map.pdf"
Content-Transfer-Encoding: base64

JVBERi0=
--x--
`,
    );
    expect(tables(items)[0]).toMatchObject({ columns: ['Place', 'Nests'], rows: [['Barn', '5']] });
    expect(
      texts(items)
        .map(({ text }) => text)
        .join(),
    ).not.toContain('evil');
    expect(warnings).toEqual(['1 attachment was left out: map.pdf.']);
  });

  it('keeps the hour and the day that the message names', async () => {
    const late = HEAD.replace('Tue, 3 Mar 2020 10:00:00 +0000', 'Tue, 3 Mar 2020 00:30:00 +0200');
    const { items } = await ingest('late.eml', `${late}\nFive nests.\n`);
    expect(texts(items)[0]!.text).toContain('Date: Tue, 3 Mar 2020 00:30:00 +0200\n');
  });

  it('says of messages without end in one another that they are', async () => {
    let body = `${HEAD}Content-Type: text/plain\n\nOwls.\n`;
    for (let depth = 0; depth < 60; depth++) {
      body = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${body}\n--b${depth}--\n`;
    }
    expect(await refusal(sourceFile('deep.eml', `MIME-Version: 1.0\n${body}`))).toMatchObject({
      code: 'FILE_TOO_COMPLEX',
      message: expect.stringContaining('“deep.eml” holds messages more than 32 deep'),
    });
  });

  it('refuses what is no message', async () => {
    expect(await refusal(sourceFile('c.eml', [0, 1, 2, 3]))).toMatchObject({
      code: 'FILE_MALFORMED',
    });
  });
});
