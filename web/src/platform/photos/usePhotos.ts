import { useEffect, useState, useSyncExternalStore } from 'react';
import { uploadPhoto } from '@fws/contract/files/calls';
import type { Photo } from '@fws/contract/platform/schemas';
import { callApi, CallError } from '../client/index.ts';
import type { DraftStore } from '../drafts/index.ts';
import { translate } from '../i18n/index.ts';
import { useOnReconnect } from '../offline/index.ts';
import { isUnderWay, PhotoUploads, type PhotoItem, type UploadPorts } from './PhotoUploads.ts';
import { reduceImage } from './reduceImage.ts';

const ports: UploadPorts = {
  send: (photo, uploadKey, options) => callApi(uploadPhoto, { uploadKey }, { files: { photo }, ...options }),
  reduce: (file) => reduceImage(file),
  isOnline: () => navigator.onLine,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  createKey: () => crypto.randomUUID(),
  createPreview: (file) => URL.createObjectURL(file),
  removePreview: (url) => {
    if (url !== '') URL.revokeObjectURL(url);
  },
  describe: (error) =>
    error instanceof CallError
      ? { status: error.status, message: error.fields['photo'] ?? error.message }
      : { status: 0, message: translate('common.something_wrong') },
  translate,
};

/** The photos of a form, for a `PhotosField`. */
export interface FormPhotos {
  items: readonly PhotoItem[];
  /** Some are on their way. */
  sending: boolean;
  /** What the field says of all of them. */
  error: string | undefined;
  setError: (error: string | undefined) => void;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  retry: (key: string) => void;
  /** A stored photo could not be shown. */
  check: (item: PhotoItem) => void;
  /**
   * Call it when the form is sent: waits for the photos and returns their ids, in their order. Null when one has failed;
   * the field says so then.
   */
  settle: () => Promise<string[] | null>;
  /** Forgets the draft: after the form was sent, or to begin again. */
  reset: () => void;
}

/**
 * Uploads the photos of a form while it is filled in. `draft` keeps those that are stored across a reload; it is a draft
 * of its own beside that of the form. `saved`: the photos that the edited object has.
 */
export function usePhotos(draft: DraftStore | null, saved: readonly Photo[] = []): FormPhotos {
  const [uploads] = useState(() => new PhotoUploads(ports, readDraft(draft) ?? saved));
  const items = useSyncExternalStore(uploads.subscribe, uploads.getItems);
  const [error, setError] = useState<string>();
  useOnReconnect(uploads.resume);
  useEffect(() => () => uploads.stop(), [uploads]);
  useEffect(() => {
    let stored = '';
    return uploads.subscribe(() => {
      const photos = uploads.getItems().flatMap(({ photo }) => photo ?? []);
      const changed = JSON.stringify(photos);
      if (changed !== stored) draft?.save(photos);
      stored = changed;
    });
  }, [uploads, draft]);

  return {
    items,
    sending: items.some(isUnderWay),
    error,
    setError,
    add: (files) => {
      const left = uploads.add(files);
      setError(left > 0 ? translate('web.photos.tooMany', { count: left }) : undefined);
    },
    remove: (key) => {
      uploads.remove(key);
      setError(undefined);
    },
    retry: (key) => {
      uploads.retry(key);
      setError(undefined);
    },
    check: ({ key, photo }) => {
      if (photo)
        void fetch(photo.thumbUrl)
          .then(({ status }) => status === 404 && uploads.fail(key))
          .catch(() => undefined);
    },
    settle: async () => {
      const ids = await uploads.settle();
      setError(ids === null ? translate('web.photos.notSent') : undefined);
      return ids;
    },
    reset: () => {
      uploads.reset(saved);
      draft?.remove();
      setError(undefined);
    },
  };
}

function readDraft(draft: DraftStore | null): Photo[] | null {
  const stored = draft?.load();
  return Array.isArray(stored) ? stored.filter(isPhoto) : null;
}

function isPhoto(value: unknown): value is Photo {
  if (typeof value !== 'object' || value === null) return false;
  const photo = value as Partial<Record<keyof Photo, unknown>>;
  return [photo.id, photo.url, photo.thumbUrl].every((text) => typeof text === 'string');
}
