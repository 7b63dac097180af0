import type { Readable } from 'node:stream';

/** Private bytes by key. We create the keys; they never contain user input. */
export interface FileStore {
  /** Durable once it resolves; a failed or aborted put leaves nothing behind. */
  put(key: string, body: Readable | Buffer): Promise<{ bytes: number }>;
  get(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}
