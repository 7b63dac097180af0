import './css/picture.css';
import './css/photos.css';
import { lazy, Suspense, useState } from 'react';
import type { Photo } from '@fws/contract/platform/schemas';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx'));

/** More are behind "See all". */
const SHOWN = 5;

type Props = {
  photos: readonly Photo[];
  /** The first is not larger than the others: for lists. */
  small?: boolean;
};

/** Photos with a viewer. Nothing without photos. Its screen needs the messages of `photos`. */
export function Photos({ photos, small }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<number | null>(null);
  const count = photos.length;
  if (count === 0) return null;
  const shown = photos.slice(0, small ? 4 : SHOWN);
  const isLast = (index: number) => index === shown.length - 1;
  return (
    <>
      <div className={cx('pics', !small && 'lead', !small && `of-${shown.length}`)}>
        {shown.map((photo, index) => (
          <button
            key={photo.id}
            type="button"
            className="pic"
            aria-haspopup="dialog"
            onClick={() => setOpened(index)}
          >
            <img
              // The large one stands alone or beside small ones, and is seen in full only in the viewer.
              src={count === 1 && !small ? photo.url : photo.thumbUrl}
              alt={t('web.photos.nth', { number: index + 1, count })}
              width={photo.width}
              height={photo.height}
              loading="lazy"
              decoding="async"
            />
            {isLast(index) && count >= SHOWN && <b>{t('web.photos.seeAll', { count })}</b>}
          </button>
        ))}
      </div>
      <Suspense>
        {opened !== null && <PhotoViewer photos={photos} first={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
