import { useState } from 'react';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { keyed } from './keyed.ts';
import { foldPictures, messagesOf } from './ledger-format.ts';
import { strings } from './strings.ts';

const words = strings.ledger;

/** The messages of a request as words, with the pictures that went along. */
export function ReadableBody({ body }: { body: string }) {
  return (
    <pre dir="auto">
      {keyed(messagesOf(body), ({ role }) => role).map(({ key, value: message }) => (
        <span key={key}>
          <span className={css.role}>{message.role}</span>
          {message.content}
          {message.pictures.length > 0 && (
            <span className={css.pictures}>
              {keyed(message.pictures, ({ label }) => label).map(({ key: picture, value }) => (
                <span key={picture} className={css.sent}>
                  <img src={value.dataUrl} alt={words.pictureOf(value.label)} />
                  {value.label}
                </span>
              ))}
            </span>
          )}
        </span>
      ))}
    </pre>
  );
}

/** The body byte for byte; what encodes pictures is folded until it is asked for. */
export function ExactBody({ body }: { body: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const stretches = isUnfolded ? [{ text: body, folded: 0 }] : foldPictures(body);
  return (
    <>
      {stretches.length > 1 && (
        <button type="button" className={controls.link} onClick={() => setUnfolded(true)}>
          {words.unfold}
        </button>
      )}
      <pre data-testid="exact-body">
        {keyed(stretches, ({ text }) => text).map(({ key, value: { text, folded } }) => (
          <span key={key}>
            {text}
            {folded > 0 && <em className={css.folded}>{words.folded(folded)}</em>}
          </span>
        ))}
      </pre>
    </>
  );
}
