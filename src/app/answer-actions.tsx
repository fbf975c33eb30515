import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import menu from './collection-pane.module.css';
import controls from './controls.module.css';
import css from './conversation-pane.module.css';
import { downloadText } from './download-text.ts';
import { answersAsJson, answersAsMarkdown, exportName } from './export-answer.ts';
import { Icon } from './icons.tsx';
import { useServices } from './services.ts';
import { strings } from './strings.ts';
import type { Turn } from './turn.ts';

const words = strings.exported;

/** Under an answer: copy it, or take it along with its evidence as a file. */
export function AnswerActions({ turn }: { turn: Turn }) {
  const { conversation } = useServices();
  const [copied, setCopied] = useState<boolean>();
  const save = (turns: readonly Turn[], extension: 'md' | 'json') =>
    extension === 'md'
      ? downloadText(exportName(turns, 'md'), answersAsMarkdown(turns), 'text/markdown')
      : downloadText(exportName(turns, 'json'), answersAsJson(turns), 'application/json');
  const copy = () =>
    navigator.clipboard.writeText(answersAsMarkdown([turn])).then(
      () => setCopied(true),
      // Refused by the browser: the file is still to be had.
      () => setCopied(false),
    );
  const all = conversation.get();
  return (
    <div className={css.actions}>
      <button type="button" className={controls.quiet} onClick={() => void copy()}>
        <Icon name={copied === true ? 'check' : 'copy'} />
        {words.copy}
      </button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={controls.quiet}>
          <Icon name="download" />
          {words.save}
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={menu.menu} align="start" sideOffset={4}>
          <DropdownMenu.Item className={menu.menuItem} onSelect={() => save([turn], 'md')}>
            {words.markdown}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menu.menuItem} onSelect={() => save([turn], 'json')}>
            {words.json}
          </DropdownMenu.Item>
          {all.length > 1 && (
            <DropdownMenu.Item className={menu.menuItem} onSelect={() => save(all, 'md')}>
              {words.allMarkdown}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <span role="status">
        {copied === true && words.copied}
        {copied === false && words.notCopied}
      </span>
    </div>
  );
}
