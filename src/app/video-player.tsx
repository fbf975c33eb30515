import { useEffect, useMemo, useRef, useState } from 'react';
import type { VideoItem } from '../core/item.ts';
import css from './media.module.css';
import { strings } from './strings.ts';
import { transcriptCaptions } from './transcript-captions.ts';

/** A moment to show; `visit` grows so that the same one can be asked for twice. */
export interface Moment {
  readonly seconds: number;
  readonly visit: number;
}

/** The film itself, with its transcript as captions, at the moment asked for. */
export function VideoPlayer(props: { url: string; item: VideoItem; moment: Moment | undefined }) {
  const { url, item, moment } = props;
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const captions = useCaptions(item);
  useEffect(() => {
    const element = video.current;
    if (element === null || moment === undefined) return;
    const seek = () => {
      element.currentTime = moment.seconds;
    };
    // A player takes no place before it knows how long the film is.
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
    element.addEventListener('loadedmetadata', seek, { once: true });
    return () => element.removeEventListener('loadedmetadata', seek);
  }, [moment]);
  if (isBroken) return <p className={css.note}>{strings.source.unplayable}</p>;
  return (
    <video
      ref={video}
      className={css.player}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={item.provenance.source}
      onError={() => setBroken(true)}
    >
      <track kind="captions" srcLang="en" label={strings.source.text} src={captions} />
    </video>
  );
}

function useCaptions({ segments }: VideoItem): string | undefined {
  const text = useMemo(() => transcriptCaptions(segments), [segments]);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const own = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [text]);
  return url;
}
