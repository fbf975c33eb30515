import { describe, expect, it } from 'vitest';
import { foldPictures, messagesOf } from './ledger-format.ts';

const data = 'A'.repeat(1000);
const picture = `data:image/jpeg;base64,${data}`;

describe('messagesOf', () => {
  it('shows pictures with their labels apart from the words', () => {
    const body = JSON.stringify({
      messages: [
        { role: 'system', content: 'Answer.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Question and evidence' },
            { type: 'text', text: '[3] at 1:20' },
            { type: 'image_url', image_url: { url: picture } },
          ],
        },
      ],
    });
    expect(messagesOf(body)).toEqual([
      { role: 'system', content: 'Answer.', pictures: [] },
      {
        role: 'user',
        content: 'Question and evidence',
        pictures: [{ label: '[3] at 1:20', dataUrl: picture }],
      },
    ]);
  });

  it('never makes the page fetch a picture from elsewhere', () => {
    const content = [{ image_url: { url: 'https://elsewhere.test/x.png' } }];
    const body = JSON.stringify({ messages: [{ role: 'user', content }] });
    expect(messagesOf(body)[0]?.pictures).toEqual([]);
  });

  it('shows a body that is no chat request as it is', () => {
    expect(messagesOf('{"input":["a"]}')).toEqual([
      { role: '', content: '{"input":["a"]}', pictures: [] },
    ]);
  });
});

describe('foldPictures', () => {
  it('folds the characters of pictures and nothing else', () => {
    const stretches = foldPictures(`{"url":"${picture}","more":"${picture}"}`);
    expect(stretches.map(({ folded }) => folded)).toEqual([976, 976, 0]);
    expect(stretches[0]?.text).toBe(`{"url":"data:image/jpeg;base64,${'A'.repeat(24)}`);
    expect(stretches[1]?.text).toBe(`","more":"data:image/jpeg;base64,${'A'.repeat(24)}`);
    expect(stretches[2]?.text).toBe('"}');
  });

  it('leaves a body without pictures whole', () => {
    expect(foldPictures('{"a":1}')).toEqual([{ text: '{"a":1}', folded: 0 }]);
  });
});
