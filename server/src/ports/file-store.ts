import type { Readable } from 'node:stream';

/** Private bytes by key. Keys are made by us and never contain what a user typed. */
export interface FileStore {
  /** Durable when it resolves; a failed or aborted put leaves nothing behind. */
  put(key: string, body: Readable | Buffer): Promise<{ bytes: number }>;
  get(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}
