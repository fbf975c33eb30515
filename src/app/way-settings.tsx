import { Slider } from 'radix-ui';
import { COMPRESSOR_NAMES } from '../compressors/compressor-names.ts';
import { dialled } from '../compressors/compressors.ts';
import type { Dial } from '../core/selection.ts';
import { STRATEGY_NAMES, takesCompressor } from '../strategies/strategy-names.ts';
import { advancedStrings as words } from './advanced-strings.ts';
import controls from './controls.module.css';
import css from './dialogs.module.css';
import { hasDial } from './evidence-view.ts';
import { useServices } from './services.ts';
import { ChoiceSetting, SelectSetting } from './setting-fields.tsx';
import { chosenWay, hasModel } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { dialAt, type PageSelection, SELECTION_NAMES } from './way.ts';

const names = strings.way;

/** The rule that cuts with its dial, and the way of answering with what it takes. */
export function WaySettings() {
  const { settings } = useServices();
  const chosen = useStore(settings);
  const { strategy } = chosenWay(chosen);
  return (
    <>
      <SelectionSettings />
      <ChoiceSetting
        id="strategy"
        label={words.strategy}
        help={words.strategyHelp}
        value={strategy}
        choices={STRATEGY_NAMES.map((id) => ({
          ...{ id, name: names.strategies[id], help: words.strategies[id] },
          ...(hasModel(chosen) || id === 'canopy' ? {} : { disabledBecause: words.needsEndpoint }),
        }))}
        onChange={(next) => settings.change({ strategy: next })}
      />
      {takesCompressor(strategy) && <CompressorSettings />}
    </>
  );
}

function SelectionSettings() {
  const { conversation, engine, evidence, settings } = useServices();
  const { selection, dials } = useStore(settings);
  const choose = (next: PageSelection) => {
    settings.change({ selection: next });
    // The answer in view is cut by it at once, as a preview.
    const { turnId } = evidence.get();
    const turn = conversation.get().find(({ id }) => id === turnId);
    if (turn === undefined || turn.state === 'running' || !hasDial(turn)) return;
    evidence.setDial(dialAt(engine.dials[next], dials[next]), next);
  };
  return (
    <>
      <ChoiceSetting
        id="selection"
        label={words.selection}
        help={words.selectionHelp}
        value={selection}
        choices={SELECTION_NAMES.map((id) => ({
          ...{ id, name: names.selections[id], help: words.selections[id] },
        }))}
        onChange={choose}
      />
      <DialSetting
        id="dial"
        label={strings.settings.dial}
        help={words.dialHelp(names.selections[selection])}
        dial={engine.dials[selection]}
        value={dialAt(engine.dials[selection], dials[selection])}
        onChange={(position) => settings.change({ dials: { ...dials, [selection]: position } })}
      />
    </>
  );
}

function CompressorSettings() {
  const { settings } = useServices();
  const { compressor, dials } = useStore(settings);
  const rule = dialled[compressor];
  const position = rule === undefined ? undefined : dialAt(rule.dial, dials[compressor]);
  return (
    <>
      <SelectSetting
        id="compressor"
        label={words.compressor}
        help={words.compressors[compressor]}
        value={compressor}
        choices={COMPRESSOR_NAMES.map((id) => ({ id, name: names.compressors[id] }))}
        onChange={(next) => settings.change({ compressor: next })}
      />
      {rule !== undefined && position !== undefined && (
        <DialSetting
          id="keeps"
          label={words.keeps}
          help={words.keepsHelp[compressor]?.(position) ?? ''}
          dial={rule.dial}
          value={position}
          onChange={(next) => settings.change({ dials: { ...dials, [compressor]: next } })}
        />
      )}
    </>
  );
}

/** A slider over a rule's own range. */
function DialSetting(props: {
  id: string;
  label: string;
  help: string;
  dial: Dial;
  value: number;
  onChange: (position: number) => void;
}) {
  const { min, max, step } = props.dial;
  const share = Math.round((100 * (props.value - min)) / (max - min));
  return (
    <div className={css.setting}>
      <p className={css.legend}>{props.label}</p>
      <Slider.Root
        className={controls.slider}
        min={min}
        max={max}
        step={step}
        value={[props.value]}
        onValueChange={([value]) => value !== undefined && props.onChange(value)}
      >
        <Slider.Track className={controls.track}>
          <Slider.Range className={controls.range} />
        </Slider.Track>
        <Slider.Thumb
          className={controls.knob}
          aria-label={props.label}
          aria-valuetext={words.dialAt(share)}
          aria-describedby={`${props.id}-help`}
        />
      </Slider.Root>
      <p className={css.help} id={`${props.id}-help`}>
        {props.help}
      </p>
    </div>
  );
}
