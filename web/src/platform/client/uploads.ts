import { useSyncExternalStore } from 'react';
import { CallError } from './callError.ts';

/** A form with files that is on its way. */
export interface FormUpload {
  /** From 0 to 100. */
  percent: number;
  /** Undefined once all has left the device: the server may have done by now what was asked. */
  cancel: (() => void) | undefined;
}

let current: FormUpload | null = null;
const listeners = new Set<() => void>();

export function setFormUpload(upload: FormUpload | null): void {
  current = upload;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const getFormUpload = (): FormUpload | null => current;

/** The form that this page is sending, of which there is one at a time; null when there is none. Photos do not count. */
export const useFormUpload = (): FormUpload | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

/** Whether the same file may be accepted when it is sent again. A refusal would be repeated. */
export const maySendAgain = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);
