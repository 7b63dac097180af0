import './css/picture.css';
import './css/photos.css';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { THUMBNAIL_MAX_SIDE } from '@fws/contract/platform/limits';
import type { Photo } from '@fws/contract/platform/schemas';
import { useT } from '../platform/i18n/index.ts';
import { cx } from './cx.ts';

const PhotoViewer = lazy(() => import('./PhotoViewer.tsx'));

/** More are behind "See all". */
const SHOWN = 5;

/** The thumbnail is enough for a phone; a dense large screen takes the large size for the leading photo. */
const getSources = ({ url, thumbUrl, width, height }: Photo, count: number) => ({
  srcSet: `${thumbUrl} ${Math.round(width * Math.min(1, THUMBNAIL_MAX_SIDE / Math.max(width, height)))}w, ${url} ${width}w`,
  sizes: count === 1 ? '(min-width: 768px) 700px, 100vw' : '(min-width: 768px) 420px, 50vw',
});

type Props = {
  photos: readonly Photo[];
  /** The first is not larger than the others: for lists. */
  small?: boolean;
  /** Beside the name of the opened photo. */
  renderAction?: (photo: Photo) => ReactNode;
};

/** Photos with a viewer. Nothing without photos. Its screen needs the messages of `photos`. */
export function Photos({ photos, small, renderAction }: Props) {
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
              src={photo.thumbUrl}
              {...(index === 0 && !small && getSources(photo, count))}
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
        {opened !== null && (
          <PhotoViewer
            photos={photos}
            first={opened}
            renderAction={renderAction}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}
