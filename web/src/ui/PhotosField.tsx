import './css/file.css';
import type { ReactNode } from 'react';
import { PHOTOS_MAX } from '@fws/contract/platform/limits';
import { useT } from '../platform/i18n/index.ts';
import type { FormPhotos } from '../platform/photos/usePhotos.ts';
import { Field, useControl } from './Field.tsx';
import { Icon } from './Icon.tsx';

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
  const { items, Tiles } = photos;
  const count = items.length;
  // Adding and removing replace what has the focus.
  const keepFocus = () => requestAnimationFrame(() => document.getElementById(id)?.focus());
  const add = async (files: readonly File[]) => {
    await photos.add(files);
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
      {Tiles && count > 0 ? (
        <Tiles
          items={items}
          id={id}
          input={<PhotoInput onFiles={add} />}
          onRetry={photos.retry}
          onRemove={remove}
          onBroken={photos.check}
        />
      ) : (
        <label className="drop" htmlFor={id}>
          <Icon name="camera" />
          <span>
            <b>{t('web.photos.addPhotos')}</b>
            <small>{t('web.photos.limit', { maximum: PHOTOS_MAX })}</small>
          </span>
          <PhotoInput onOpen={photos.prepare} onFiles={add} />
        </label>
      )}
    </Field>
  );
}

type InputProps = { onOpen?: () => void; onFiles: (files: readonly File[]) => Promise<void> };

function PhotoInput({ onOpen, onFiles }: InputProps) {
  return (
    <input
      {...useControl()}
      type="file"
      accept="image/*"
      multiple
      className="vh"
      onClick={onOpen}
      onChange={({ currentTarget }) => {
        void onFiles([...(currentTarget.files ?? [])]);
        // Reset, so that the same file can be chosen again after it was removed.
        currentTarget.value = '';
      }}
    />
  );
}
