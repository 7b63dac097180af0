import { isHeic, isPicture } from './heic.ts';
import { ATTACHMENT_MAX_BYTES, PHOTOS_MAX } from '@fws/contract/platform/limits';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { Photo } from '@fws/contract/platform/schemas';
import { decideRetry, mayRetry } from './retryRule.ts';

export interface PhotoItem {
  /** The key of its upload, which is the same for every attempt; of a stored photo, its id. */
  key: string;
  state: 'waiting' | 'sending' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** What is shown until the photo is stored: the file itself. */
  previewUrl: string;
  photo: Photo | null;
  /** Why it failed. */
  error: string;
  /** Whether another try may succeed where this one failed. */
  mayRetry: boolean;
}

export interface UploadPorts {
  send: (
    file: File,
    key: string,
    options: { signal: AbortSignal; onProgress: (fraction: number) => void },
  ) => Promise<Photo>;
  reduce: (file: File) => Promise<File>;
  isOnline: () => boolean;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  createKey: () => string;
  createPreview: (file: File) => string;
  removePreview: (url: string) => void;
  describe: (error: unknown) => { status: number; message: string };
  translate: (id: SharedMessageId) => string;
}

/** Two at a time: while the server stores one, the next is on its way. */
const AT_ONCE = 2;

interface Job {
  file: File;
  /** The file as it is sent; made once. */
  reduced: File | null;
  attempts: number;
  abort: AbortController;
}

/**
 * The photos of one form: those that are stored, and those on their way. An upload survives a lost network: it waits for
 * the next one, or is repeated a few times.
 */
export class PhotoUploads {
  #items: readonly PhotoItem[];
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  readonly #ports: UploadPorts;
  #reducing: Promise<unknown> = Promise.resolve();

  constructor(ports: UploadPorts, stored: readonly Photo[]) {
    this.#ports = ports;
    this.#items = stored.map(toStoredItem);
  }

  readonly getItems = (): readonly PhotoItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns how many did not fit. */
  readonly add = (files: readonly File[]): number => {
    const fitting = files.slice(0, PHOTOS_MAX - this.#items.length);
    const added = fitting.map((file): PhotoItem => {
      const key = this.#ports.createKey();
      this.#jobs.set(key, { file, reduced: null, attempts: 0, abort: new AbortController() });
      const previewUrl = this.#ports.createPreview(file);
      return { key, state: 'waiting', progress: 0, previewUrl, photo: null, error: '', mayRetry: true };
    });
    this.#set([...this.#items, ...added]);
    this.#start();
    return files.length - fitting.length;
  };

  readonly addStored = (photos: readonly Photo[]): void =>
    this.#set([...this.#items, ...photos.map(toStoredItem)]);

  readonly remove = (key: string): void => {
    const item = this.#items.find((candidate) => candidate.key === key);
    this.#jobs.get(key)?.abort.abort();
    this.#jobs.delete(key);
    if (item) this.#ports.removePreview(item.previewUrl);
    this.#set(this.#items.filter((candidate) => candidate.key !== key));
    this.#start();
  };

  readonly retry = (key: string): void => {
    this.#queue([key]);
  };

  /** Call this when the network is back: what waits for it, or has given up on it, goes on. */
  readonly resume = (): void => {
    const isToGoOn = ({ key, state }: PhotoItem) =>
      state === 'waiting' || (state === 'failed' && this.#jobs.get(key)?.attempts);
    this.#queue(this.#items.filter(isToGoOn).map(({ key }) => key));
  };

  /** Marks a stored photo that can no longer be opened. */
  readonly fail = (key: string): void =>
    this.#change(key, {
      state: 'failed',
      photo: null,
      error: this.#ports.translate('photos.gone'),
      mayRetry: false,
    });

  /** The ids of all photos, once none is on its way; null when one has failed. */
  settle(): Promise<string[] | null> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#items.some(isUnderWay)) return;
        unsubscribe();
        const ids = this.#items.flatMap(({ photo }) => photo?.id ?? []);
        resolve(ids.length === this.#items.length ? ids : null);
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
  }

  reset(stored: readonly Photo[]): void {
    this.stop();
    this.#set(stored.map(toStoredItem));
  }

  /** Aborts what is on its way. */
  stop(): void {
    for (const job of this.#jobs.values()) job.abort.abort();
    this.#jobs.clear();
    for (const { previewUrl } of this.#items) this.#ports.removePreview(previewUrl);
  }

  /** All before the first starts: one that is under way already must not be sent a second time. */
  #queue(keys: readonly string[]): void {
    for (const key of keys) {
      const job = this.#jobs.get(key);
      if (!job) continue;
      job.attempts = 0;
      this.#change(key, { state: 'waiting', progress: 0, error: '' });
    }
    this.#start();
  }

  #start(): void {
    if (!this.#ports.isOnline()) return;
    const sending = this.#items.filter(({ state }) => state === 'sending').length;
    const next = this.#items
      .filter(({ state }) => state === 'waiting')
      .slice(0, Math.max(0, AT_ONCE - sending));
    for (const { key } of next) {
      const job = this.#jobs.get(key);
      if (!job) continue;
      this.#change(key, { state: 'sending' });
      void this.#send(key, job);
    }
  }

  async #send(key: string, job: Job): Promise<void> {
    const { signal } = job.abort;
    try {
      const file = await this.#reduce(job);
      const onProgress = (progress: number) => this.#change(key, { progress });
      const photo = await this.#ports.send(file, key, { signal, onProgress });
      if (signal.aborted) return;
      this.#jobs.delete(key);
      this.#change(key, { state: 'ready', progress: 1, photo });
    } catch (error) {
      if (signal.aborted) return;
      await this.#handleFailure(key, job, error);
    }
    this.#start();
  }

  /** One at a time: a decoded photo takes a lot of a phone's memory. */
  async #reduce(job: Job): Promise<File> {
    if (job.reduced) return job.reduced;
    const reduced = this.#reducing.then(() => this.#ports.reduce(job.file));
    this.#reducing = reduced.catch(() => undefined);
    job.reduced = await reduced;
    if (!isPicture(job.file)) throw new RefusedFile('common.file_not_an_image');
    if (await isHeic(job.reduced)) throw new RefusedFile('common.file_heic');
    if (job.reduced.size > ATTACHMENT_MAX_BYTES) throw new RefusedFile('common.file_too_large');
    return job.reduced;
  }

  async #handleFailure(key: string, job: Job, error: unknown): Promise<void> {
    if (error instanceof RefusedFile)
      return this.#change(key, {
        state: 'failed',
        error: this.#ports.translate(error.code),
        mayRetry: false,
      });
    const { status, message } = this.#ports.describe(error);
    job.attempts++;
    const decision = decideRetry({ status, attempts: job.attempts, online: this.#ports.isOnline() });
    if (decision.kind === 'failed') {
      // A refusal would be repeated; only what got no proper answer goes on when the network is back.
      if (status > 0 && status < 500) job.attempts = 0;
      return this.#change(key, { state: 'failed', error: message, mayRetry: mayRetry(status) });
    }
    this.#change(key, { progress: 0 });
    if (decision.kind === 'again') await this.#ports.wait(decision.afterMs, job.abort.signal);
    else job.attempts = 0;
    if (!job.abort.signal.aborted) this.#change(key, { state: 'waiting' });
  }

  #change(key: string, change: Partial<PhotoItem>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  #set(items: readonly PhotoItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

class RefusedFile extends Error {
  readonly code: SharedMessageId;
  constructor(code: SharedMessageId) {
    super(code);
    this.code = code;
  }
}

const toStoredItem = (photo: Photo): PhotoItem => ({
  key: photo.id,
  state: 'ready',
  progress: 1,
  previewUrl: '',
  photo,
  error: '',
  mayRetry: false,
});

export const isUnderWay = ({ state }: PhotoItem): boolean => state === 'waiting' || state === 'sending';
