import { Collapsible } from 'radix-ui';
import type { EgressEntry } from '../ports/ledger.ts';
import controls from './controls.module.css';
import css from './conversation-pane.module.css';
import { useServices } from './services.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

/** Requests that wait for approval, in the place of what they hold up. */
export function ApprovalCard() {
  const { engine } = useServices();
  const waiting = useStore(engine.ledger.entries).filter(({ state }) => state === 'waiting');
  return waiting.map((entry) => <Approval key={entry.id} entry={entry} />);
}

/** One request with what it holds and the two ways to decide. */
export function Approval({ entry }: { entry: EgressEntry }) {
  const { engine } = useServices();
  const words = strings.answer;
  return (
    <Collapsible.Root className={css.approval}>
      <p>{words.approveTitle(entry.tokens, new URL(entry.url).host)}</p>
      <div className={css.row}>
        <button
          type="button"
          className={controls.primary}
          onClick={() => engine.ledger.decide(entry.id, true)}
        >
          {words.approve}
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => engine.ledger.decide(entry.id, false)}
        >
          {words.refuse}
        </button>
        <Collapsible.Trigger className={controls.quiet}>{words.approveLook}</Collapsible.Trigger>
      </div>
      <Collapsible.Content>
        <pre>{entry.body}</pre>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
