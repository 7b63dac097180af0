import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that is being answered. */
export interface RequestOrigin {
  /** Null: nobody is signed in. */
  userId: number | null;
  address: string;
  userAgent: string;
}

const current = new AsyncLocalStorage<RequestOrigin>();

/** Null in the worker and for webhooks. */
export const currentRequest = (): RequestOrigin | null => current.getStore() ?? null;

/** Whose request is being answered; undefined in the worker, for webhooks and for nobody in particular. */
export const currentActor = (): number | undefined => currentRequest()?.userId ?? undefined;

/** Whatever `work` writes belongs to that request: the history and the security log say so. */
export const answering = <T>(origin: RequestOrigin, work: () => Promise<T>): Promise<T> =>
  current.run(origin, work);
