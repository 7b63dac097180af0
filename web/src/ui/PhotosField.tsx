import './css/file.css';
import './css/picture.css';
import './css/photos.css';
import type { ReactNode } from 'react';
import { PHOTOS_MAX } from '@fws/contract/platform/limits';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { isUnderWay, type PhotoItem } from '../platform/photos/PhotoUploads.ts';
import type { FormPhotos } from '../platform/photos/usePhotos.ts';
import { IconButton } from './Button.tsx';
import { Field, useControl } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { cx } from './cx.ts';

type Props = {
  id: string;
  label: string;
  hint?: ReactNode;
  /** From `usePhotos`. */
  photos: FormPhotos;
};

/** Up to ten photos, uploaded while the form is filled in. Its screen needs the messages of `photos`. */
export function PhotosField({ id, label, hint, photos }: Props) {
  const t = useT();
  const { items } = photos;
  const count = items.length;
  // Adding and removing replace what has the focus.
  const keepFocus = () => requestAnimationFrame(() => document.getElementById(id)?.focus());
  const add = (files: readonly File[]) => {
    photos.add(files);
    keepFocus();
  };
  const remove = (key: string) => {
    photos.remove(key);
    keepFocus();
  };
  return (
    <Field
      id={id}
      label={label}
      optional={count === 0}
      hint={hint}
      error={photos.error}
      action={
        count > 0 && (
          <span className="t2 mut tab-num">{t('web.photos.count', { count, maximum: PHOTOS_MAX })}</span>
        )
      }
    >
      {count === 0 ? (
        <label className="drop" htmlFor={id}>
          <Icon name="camera" />
          <span>
            <b>{t('web.photos.addPhotos')}</b>
            <small>{t('web.photos.limit', { maximum: PHOTOS_MAX })}</small>
          </span>
          <PhotoInput onFiles={add} />
        </label>
      ) : (
        <div className="pics">
          {items.map((item, index) => (
            <FormPhoto
              key={item.key}
              item={item}
              number={index + 1}
              onRetry={() => photos.retry(item.key)}
              onRemove={() => remove(item.key)}
              onBroken={() => photos.check(item)}
            />
          ))}
          {count < PHOTOS_MAX && (
            <label className="pic add" htmlFor={id}>
              <Icon name="camera" />
              {t('web.photos.add')}
              <PhotoInput onFiles={add} />
            </label>
          )}
        </div>
      )}
      <Progress items={items} />
    </Field>
  );
}

function PhotoInput({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <input
      {...useControl()}
      type="file"
      accept="image/*"
      multiple
      className="vh"
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // Reset, so that the same file can be chosen again after it was removed.
        currentTarget.value = '';
      }}
    />
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
  const { state, previewUrl, photo, error, progress } = item;
  const remove = (label: string) => <IconButton icon="x" label={label} onClick={onRemove} />;
  if (state === 'failed') {
    const text = (
      <>
        <Icon name="alert" />
        <span>{error}</span>
      </>
    );
    return (
      <div className="pic is-bad">
        {previewUrl === '' ? (
          <span className="pic-again">{text}</span>
        ) : (
          <button type="button" className="pic-again" title={error} onClick={onRetry}>
            <Icon name="alert" />
            <span aria-hidden="true">{t('web.photos.retry')}</span>
            <span className="vh">{`${t('web.photos.retryNth', { number })}. ${error}`}</span>
          </button>
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
