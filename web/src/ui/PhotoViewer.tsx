import './css/viewer.css';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { Photo } from '@fws/contract/platform/schemas';
import { useT } from '../platform/i18n/index.ts';
import { IconButton } from './Button.tsx';

/** A shorter movement is a tap. */
const SWIPE_PX = 48;

type Props = {
  photos: readonly Photo[];
  first: number;
  renderAction: ((photo: Photo) => ReactNode) | undefined;
  onClose: () => void;
};

/** One photo on the whole screen. Arrow keys, a swipe or the buttons go on; Escape closes and returns focus. */
export default function PhotoViewer({ photos, first, renderAction, onClose }: Props) {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [index, setIndex] = useState(first);
  const [isBroken, setIsBroken] = useState(false);
  const swipe = useSwipe(move);
  const photo = photos[index];
  const count = photos.length;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => element?.close();
  }, []);
  usePreload([photos[index + 1], photos[index - 1]]);

  function move(by: number): void {
    setIndex((current) => Math.min(count - 1, Math.max(0, current + by)));
    setIsBroken(false);
  }

  /** The action may open a dialog, whose events arrive here too. */
  const isOwn = ({ target }: { target: EventTarget }): boolean =>
    target instanceof Node && dialog.current?.contains(target) === true;

  function handleKey(event: KeyboardEvent): void {
    if (!isOwn(event)) return;
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -count, End: count }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  }

  if (!photo) return null;
  const title = t('web.photos.nth', { number: index + 1, count });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same as the arrow keys
    <dialog
      ref={dialog}
      className="viewer"
      aria-labelledby={titleId}
      onKeyDown={handleKey}
      onCancel={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="viewer-in">
        <header>
          <h2 id={titleId} ref={heading} tabIndex={-1} aria-live="polite">
            {title}
          </h2>
          {renderAction?.(photo)}
          <IconButton icon="x" label={t('ui.close')} onClick={onClose} />
        </header>
        <figure {...swipe}>
          <img
            key={photo.id}
            src={photo.url}
            alt={title}
            width={photo.width}
            height={photo.height}
            draggable={false}
            // The small picture, which is there already, until the large one is.
            style={{ backgroundImage: `url("${photo.thumbUrl}")` }}
            onError={() => setIsBroken(true)}
          />
          {isBroken && <p role="alert">{t('web.photos.notShown')}</p>}
        </figure>
        {count > 1 && (
          <nav>
            <IconButton
              icon="left"
              label={t('web.photos.previous')}
              aria-disabled={index === 0}
              onClick={() => move(-1)}
            />
            <IconButton
              icon="right"
              label={t('web.photos.next')}
              aria-disabled={index === count - 1}
              onClick={() => move(1)}
            />
          </nav>
        )}
      </div>
    </dialog>
  );
}

/** Loads the neighbours, so that going on needs no wait. */
function usePreload(photos: readonly (Photo | undefined)[]): void {
  const urls = photos.flatMap((photo) => photo?.url ?? []).join(' ');
  useEffect(() => {
    for (const url of urls.split(' ')) if (url !== '') new Image().src = url;
  }, [urls]);
}

function useSwipe(onSwipe: (by: number) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent) => {
      from.current = isPrimary ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      from.current = null;
      // Enlarged, a movement only shows another part of the photo.
      if (!start || (window.visualViewport?.scale ?? 1) > 1.05) return;
      const [dx, dy] = [clientX - start.x, clientY - start.y];
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
