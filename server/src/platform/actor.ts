import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<number>();

/** Whose call is being answered; undefined in the worker, for webhooks and for nobody in particular. */
export const currentActor = (): number | undefined => acting.getStore();

/** Whatever `work` writes was done by that user: the history of what changes says so. */
export function actingAs<T>(userId: number | undefined, work: () => Promise<T>): Promise<T> {
  return userId === undefined ? work() : acting.run(userId, work);
}
