import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import type { Photo } from '@fws/contract/platform/schemas';
import type { DraftStore } from '../drafts/index.ts';
import type { FormPart } from '../elsewhere/useSavedElsewhere.ts';
import { translate } from '../i18n/index.ts';
import { useOnReconnect } from '../offline/index.ts';
import type { PhotoItem, PhotoUploads } from './PhotoUploads.ts';
import type { TilesProps } from './tilesProps.ts';

/** The photos of a form, for a `PhotosField`. */
export interface FormPhotos {
  /** Null until there is a photo. */
  Tiles: ComponentType<TilesProps> | null;
  /** Call it when the user is about to choose. */
  prepare: () => void;
  items: readonly PhotoItem[];
  /** Some are on their way. */
  sending: boolean;
  /** What the field says of all of them. */
  error: string | undefined;
  setError: (error: string | undefined) => void;
  add: (files: readonly File[]) => Promise<void>;
  /** Adds some that are uploaded. */
  addStored: (photos: readonly Photo[]) => Promise<void>;
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
  /** Their ids, in their order. */
  getIds: () => string[];
  /** Those that are uploaded, in their order. */
  getStored: () => Photo[];
  /** Shows these instead. */
  replace: (photos: readonly Photo[]) => void;
}

/**
 * Uploads the photos of a form while it is filled in. `draft` keeps those that are stored across a reload; it is a draft
 * of its own beside that of the form. `saved`: the photos that the edited object has.
 */
export function usePhotos(draft: DraftStore | null, saved: readonly Photo[] = []): FormPhotos {
  const [store] = useState(() => new UploadsStore(readDraft(draft) ?? saved, draft));
  const items = useSyncExternalStore(store.subscribe, store.getItems, store.getItems);
  const [error, setError] = useState<string>();
  useOnReconnect(() => {
    if (store.uploads) store.uploads.resume();
    else if (store.stored.length > 0) void store.load().catch(() => undefined);
  });
  useEffect(() => {
    if (store.stored.length > 0) void store.load().catch(() => undefined);
    return () => store.uploads?.stop();
  }, [store]);

  return {
    Tiles: store.Tiles,
    prepare: () => void store.load().catch(() => undefined),
    items,
    sending: items.some(({ state }) => state === 'waiting' || state === 'sending'),
    error,
    setError,
    add: async (files) => {
      const uploads = await store.load().catch(() => null);
      const left = uploads?.add(files) ?? 0;
      if (!uploads) setError(translate('common.no_network'));
      else setError(left > 0 ? translate('web.photos.tooMany', { count: left }) : undefined);
    },
    addStored: async (photos) => (await store.load()).addStored(photos),
    remove: (key) => {
      store.uploads?.remove(key);
      setError(undefined);
    },
    retry: (key) => {
      store.uploads?.retry(key);
      setError(undefined);
    },
    check: ({ key, photo }) => {
      if (photo)
        void fetch(photo.thumbUrl)
          .then(({ status }) => status === 404 && store.uploads?.fail(key))
          .catch(() => undefined);
    },
    settle: async () => {
      if (!store.uploads && store.stored.length === 0) return [];
      const uploads = await store.load().catch(() => null);
      const ids = (await uploads?.settle()) ?? null;
      setError(ids === null ? translate('web.photos.notSent') : undefined);
      return ids;
    },
    reset: () => {
      store.uploads?.reset(saved);
      draft?.remove();
      setError(undefined);
    },
    getIds: () => store.getItems().flatMap(({ photo }) => photo?.id ?? []),
    getStored: () => store.getItems().flatMap(({ photo }) => photo ?? []),
    replace: (photos) => {
      void store.load().then((uploads) => uploads.reset(photos));
      setError(undefined);
    },
  };
}

/** The photos of a form as a part that may be saved elsewhere. */
export const buildPhotosPart = <Saved extends { photos: readonly Photo[] }>(
  photos: FormPhotos,
  label: string,
): FormPart<Saved> => ({
  label,
  pick: (saved) => saved.photos.map(({ id }) => id),
  read: photos.getIds,
  take: (saved) => photos.replace(saved.photos),
  describe: (saved) => String(saved.photos.length),
});

const NO_ITEMS: readonly PhotoItem[] = [];

/** Loads the code that uploads when there is a photo to show or to send. */
class UploadsStore {
  uploads: PhotoUploads | null = null;
  Tiles: FormPhotos['Tiles'] = null;
  readonly stored: readonly Photo[];
  readonly #draft: DraftStore | null;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<typeof import('./createUploads.ts')> | undefined;
  #saved = '';

  constructor(stored: readonly Photo[], draft: DraftStore | null) {
    this.stored = stored;
    this.#draft = draft;
  }

  readonly getItems = (): readonly PhotoItem[] => this.uploads?.getItems() ?? NO_ITEMS;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async load(): Promise<PhotoUploads> {
    try {
      const { createUploads, PhotoTiles } = await (this.#loading ??= import('./createUploads.ts'));
      if (this.uploads) return this.uploads;
      this.Tiles = PhotoTiles;
      const uploads = createUploads(this.stored);
      this.uploads = uploads;
      uploads.subscribe(() => this.#announce(uploads));
      for (const listener of this.#listeners) listener();
      return uploads;
    } catch (error) {
      // Without a network, the next attempt loads it.
      this.#loading = undefined;
      throw error;
    }
  }

  #announce(uploads: PhotoUploads): void {
    const photos = uploads.getItems().flatMap(({ photo }) => photo ?? []);
    const saved = JSON.stringify(photos);
    if (saved !== this.#saved) this.#draft?.save(photos);
    this.#saved = saved;
    for (const listener of this.#listeners) listener();
  }
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
