import type { Readable } from 'node:stream';
import { ProviderError } from './provider-error.ts';

/** Private bytes by key. We create the keys; they never contain user input. */
export interface FileStore {
  /**
   * Durable once it resolves. After a failed or aborted put nothing is left behind, unless the answer of a store on
   * another machine was lost: then the whole file may be there, and `remove` removes it.
   */
  put(key: string, body: Readable | Buffer): Promise<{ bytes: number }>;
  get(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /**
   * An address at which a browser reads the file from the store itself, for a short time. Null when there is none: read
   * the file by `get`.
   */
  createLink(key: string, link: LinkOptions): Promise<string | null>;
  /** What prevents the store from being used right now, as a sentence; null for nothing. */
  findFault(): Promise<string | null>;
}

/** The headers of the answer are part of the address, so that its holder cannot change them. */
export interface LinkOptions {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
  validSeconds: number;
  /** Addresses of one period are equal, so that a browser finds in its cache what it has loaded before. */
  periodSeconds?: number;
}

/** The store did not answer, refused us, or has no room (`code` is `full`). */
export class FileStoreError extends ProviderError {
  override readonly name = 'FileStoreError';
}
