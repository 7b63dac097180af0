import { useSyncExternalStore } from 'react';
import { listActions } from '../../platform/outbox/index.ts';
import { getUser } from '../../platform/session/index.ts';

let resolveAnswer: ((mayLogOut: boolean) => void) | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Asks what to do with what waits, if something does. False: the user stays. */
export async function askBeforeLogout(): Promise<boolean> {
  const userId = getUser()?.id;
  if (userId === undefined || (await listActions(userId)).length === 0) return true;
  return new Promise((resolve) => {
    resolveAnswer?.(false);
    resolveAnswer = resolve;
    notify();
  });
}

export function answerLogout(mayLogOut: boolean): void {
  resolveAnswer?.(mayLogOut);
  resolveAnswer = undefined;
  notify();
}

export const useIsAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => resolveAnswer !== undefined,
  );
