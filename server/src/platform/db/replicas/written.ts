import { AsyncLocalStorage } from 'node:async_hooks';
import { PRIMARY_ONLY, type LogPosition } from './position.ts';

/** What the request that is being handled has committed. */
export interface Written {
  /** Its last commit is before this position. Null: it has committed nothing. */
  position: LogPosition | null;
}

const current = new AsyncLocalStorage<Written>();

export const trackWrites = <T>(written: Written, work: () => T): T => current.run(written, work);

/** The latest commit of this process. */
let latest: LogPosition | null = null;

export function noteCommitted(position: LogPosition): void {
  if (latest === null || position > latest) latest = position;
  const written = current.getStore();
  // Not this commit's own position: replies may arrive in another order than they were written, and the last one counts.
  if (written) written.position = latest;
}

/** It may have committed: what this request has written is certain to be seen at the primary only. */
export function noteUnknownOutcome(): void {
  const written = current.getStore();
  if (written) written.position = PRIMARY_ONLY;
}
