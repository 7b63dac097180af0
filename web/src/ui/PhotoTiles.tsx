import './css/photos.css';
import { PHOTOS_MAX } from '@fws/contract/platform/limits';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { isUnderWay, type PhotoItem } from '../platform/photos/PhotoUploads.ts';
import type { TilesProps } from '../platform/photos/tilesProps.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { cx } from './cx.ts';

/** The photos of a `PhotosField`, each with its progress. Loaded with the first of them. */
export function PhotoTiles({ items, id, input, onRetry, onRemove, onBroken }: TilesProps) {
  const t = useT();
  return (
    <>
      <div className="pics">
        {items.map((item, index) => (
          <FormPhoto
            key={item.key}
            item={item}
            number={index + 1}
            onRetry={() => onRetry(item.key)}
            onRemove={() => onRemove(item.key)}
            onBroken={() => onBroken(item)}
          />
        ))}
        {input !== null && items.length < PHOTOS_MAX && (
          <label className="pic add" htmlFor={id}>
            <Icon name="camera" />
            {t('web.photos.add')}
            {input}
          </label>
        )}
      </div>
      <Progress items={items} />
    </>
  );
}

type PhotoProps = {
  item: PhotoItem;
  number: number;
  onRetry: () => void;
  onRemove: () => void;
  onBroken: () => void;
};

function FormPhoto({ item, number, onRetry, onRemove, onBroken }: PhotoProps) {
  const t = useT();
  const { state, previewUrl, photo, error, progress, mayRetry } = item;
  const remove = (label: string) => <IconButton icon="x" label={label} onClick={onRemove} />;
  if (state === 'failed') {
    return (
      <div className="pic is-bad">
        {mayRetry ? (
          <button type="button" className="pic-again" title={error} onClick={onRetry}>
            <Icon name="alert" />
            <span aria-hidden="true">{t('web.photos.retry')}</span>
            <span className="vh">{`${t('web.photos.retryNth', { number })}. ${error}`}</span>
          </button>
        ) : (
          <span className="pic-again" title={error}>
            <Icon name="alert" />
            <span>{t('web.photos.unusable')}</span>
            <span className="vh">{error}</span>
          </span>
        )}
        {remove(t('web.photos.remove', { number }))}
      </div>
    );
  }
  const isSending = isUnderWay(item);
  return (
    <div className={cx('pic', isSending && 'is-sending')}>
      <img src={previewUrl || photo?.thumbUrl} alt={t('web.photos.preview', { number })} onError={onBroken} />
      {isSending && (
        <span
          className="load"
          role="progressbar"
          aria-label={t('web.photos.uploading', { number })}
          aria-valuenow={Math.round(progress * 100)}
        >
          <i style={{ width: `${progress * 100}%` }} />
        </span>
      )}
      {remove(t(isSending ? 'web.photos.cancel' : 'web.photos.remove', { number }))}
    </div>
  );
}

/** What is on its way, in one line that a screen reader announces. */
function Progress({ items }: { items: readonly PhotoItem[] }) {
  const t = useT();
  const online = useOnline();
  const count = items.filter(isUnderWay).length;
  const failed = items.find(({ state }) => state === 'failed');
  const text = count > 0 ? t(online ? 'web.photos.sending' : 'web.photos.waiting', { count }) : failed?.error;
  return (
    <p className="pics-note" role="status">
      {text}
    </p>
  );
}
