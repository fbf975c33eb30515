import css from './dialogs.module.css';
import { useServices } from './services.ts';
import { NumberSetting, SwitchSetting, TextSetting } from './setting-fields.tsx';
import { encoderHost, LIMITS, type RemoteEncoderSettings } from './settings.ts';
import { useStore } from './store.ts';
import { strings } from './strings.ts';

const words = strings.settings.remote;

/** An encoder behind an address: off unless the person wants their files to go there. */
export function RemoteEncoderForm() {
  const { settings } = useServices();
  const { remoteEncoder } = useStore(settings);
  const change = (part: Partial<RemoteEncoderSettings>) =>
    settings.change({ remoteEncoder: { ...settings.get().remoteEncoder, ...part } });
  const left = remoteEncoder.key === '' ? settings.keys.encoder.leftBehind() : undefined;
  return (
    <div className={css.group}>
      <SwitchSetting
        id="remote-encoder"
        label={words.title}
        help={words.help}
        isOn={remoteEncoder.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      {remoteEncoder.isOn && (
        <>
          <TextSetting
            id="remote-url"
            type="url"
            label={words.url}
            help={words.urlHelp}
            value={remoteEncoder.url}
            placeholder="http://localhost:8000/v1"
            onChange={(url) => change({ url })}
            onBlur={settings.addressGiven}
          />
          <TextSetting
            id="remote-model"
            label={words.model}
            help={words.modelHelp}
            value={remoteEncoder.model}
            placeholder="Qwen/Qwen3-VL-Embedding-2B"
            onChange={(model) => change({ model })}
          />
          <NumberSetting
            id="remote-dimensions"
            label={words.dimensions}
            help={words.dimensionsHelp}
            value={remoteEncoder.dimensions}
            {...LIMITS.dimensions}
            onChange={(dimensions) => change({ dimensions })}
          />
          <TextSetting
            id="remote-key"
            type="password"
            label={words.key}
            help={words.keyHelp}
            note={left && strings.settings.keyLeft(left, encoderHost({ remoteEncoder }) ?? '')}
            value={remoteEncoder.key}
            onChange={(key) => change({ key })}
          />
          <SwitchSetting
            id="remote-sees"
            label={words.sees}
            help={words.seesHelp}
            isOn={remoteEncoder.sees}
            onChange={(sees) => change({ sees })}
          />
          {remoteEncoder.sees && (
            <SwitchSetting
              id="remote-only-pictures"
              label={words.onlyPictures}
              help={words.onlyPicturesHelp}
              isOn={remoteEncoder.onlyPictures}
              onChange={(onlyPictures) => change({ onlyPictures })}
            />
          )}
        </>
      )}
    </div>
  );
}
