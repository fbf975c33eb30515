import { Tabs } from 'radix-ui';
import { useEffect, useMemo, useState } from 'react';
import type { Item } from '../core/item.ts';
import controls from './controls.module.css';
import type { Place } from './evidence-view.ts';
import { Modal } from './modal.tsx';
import { PdfView } from './pdf-view.tsx';
import { useServices } from './services.ts';
import css from './source-dialog.module.css';
import { itemsAround, SourceText } from './source-text.tsx';
import { useStore } from './store.ts';
import { strings } from './strings.ts';
import { type Original, useOriginal } from './use-original.ts';
import { VideoPlayer } from './video-player.tsx';

const words = strings.source;

/** The document that holds a place, open at that place: its page, picture or film, and its words as they are searched. */
export function SourceDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { collection, evidence } = useServices();
  const { files } = useStore(collection);
  const { items, error } = useStore(evidence);
  const file = files.find(
    ({ state }) => state.step === 'ready' && state.document.itemIds.includes(place.itemId),
  );
  const document = file?.state.step === 'ready' ? file.state.document : undefined;
  const itemIds = document?.itemIds ?? [];
  const [range, setRange] = useState(() => itemsAround(itemIds.indexOf(place.itemId)));
  const wanted = useMemo(
    () => itemIds.slice(range.first, range.end),
    [itemIds, range.first, range.end],
  );
  useEffect(() => {
    void evidence.load(wanted);
  }, [evidence, wanted]);
  const item = items.get(place.itemId)?.item;
  const seen = document === undefined || item === undefined ? undefined : waysToSee(item);
  const original = useOriginal(seen === undefined ? undefined : document?.id);
  const [chosen, setChosen] = useState<string>();
  const name = file?.name ?? item?.provenance.source ?? '';
  const text = (
    <SourceText
      place={place}
      wanted={wanted}
      count={itemIds.length}
      range={range}
      onRange={setRange}
      items={items}
      error={error}
      isGone={file === undefined}
    />
  );
  return (
    <Modal wide title={<bdi>{name}</bdi>} closeLabel={words.close} onClose={onClose}>
      {file === undefined && <p className={css.note}>{words.gone}</p>}
      {seen === undefined || item === undefined ? (
        text
      ) : (
        <Tabs.Root
          className={css.views}
          value={chosen ?? (original.status === 'gone' ? 'text' : 'seen')}
          onValueChange={setChosen}
        >
          <div className={css.bar}>
            <Tabs.List className={css.tabs} aria-label={words.views}>
              <Tabs.Trigger className={controls.quiet} value="seen">
                {words[seen]}
              </Tabs.Trigger>
              <Tabs.Trigger className={controls.quiet} value="text">
                {words.text}
              </Tabs.Trigger>
            </Tabs.List>
            {original.status === 'here' && (
              <a className={controls.link} href={original.url} download={name}>
                {words.save}
              </a>
            )}
          </div>
          <Tabs.Content className={css.view} value="seen">
            <Seen original={original} item={item} place={place} name={name} />
          </Tabs.Content>
          <Tabs.Content className={css.view} value="text">
            {original.status === 'gone' && <p className={css.note}>{words.notKept}</p>}
            {text}
          </Tabs.Content>
        </Tabs.Root>
      )}
    </Modal>
  );
}

/** How the file of an item can be looked at, beside its words; undefined where words are all there is. */
function waysToSee(item: Item): 'pages' | 'picture' | 'video' | undefined {
  if (item.modality === 'image') return item.picture === undefined ? undefined : 'picture';
  if (item.modality === 'video') return item.fileId === undefined ? undefined : 'video';
  return /\.pdf$/i.test(item.provenance.source) ? 'pages' : undefined;
}

function Seen(props: { original: Original; item: Item; place: Place; name: string }) {
  const { original, item, place, name } = props;
  const moment = useMemo(() => ({ seconds: place.start / 1000, visit: 0 }), [place.start]);
  if (original.status === 'loading') return <p className={css.note}>{words.opening}</p>;
  if (original.status === 'gone') return <p className={css.note}>{words.notKept}</p>;
  switch (item.modality) {
    case 'image':
      return (
        <div className={css.whole}>
          <img src={original.url} alt={item.title} />
        </div>
      );
    case 'video':
      return (
        <div className={css.whole}>
          <VideoPlayer url={original.url} item={item} moment={moment} />
        </div>
      );
    default:
      return <PdfView file={original.file} name={name} item={item} place={place} />;
  }
}
