import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being handled. */
export interface RequestOrigin {
  address: string;
  userAgent: string;
  /** Called when a transaction of this request has committed. */
  onCommit?: () => void;
}

const current = new AsyncLocalStorage<RequestOrigin>();

/** Null in the worker and for webhooks. */
export const getCurrentRequest = (): RequestOrigin | null => current.getStore() ?? null;

/** Attributes everything that `work` writes to this request: the security log records it. */
export const runInRequest = <T>(origin: RequestOrigin, work: () => Promise<T>): Promise<T> =>
  current.run(origin, work);
