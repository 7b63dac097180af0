import { useSyncExternalStore } from 'react';

/**
 * The recording of the last screen, for the next one. Kept in memory only: a face must not stay in a
 * browser's storage.
 */
export interface Recording {
  file: File;
  code: string;
}

let current: Recording | null = null;
const listeners = new Set<() => void>();

function change(recording: Recording | null): void {
  current = recording;
  for (const listener of listeners) listener();
}

export const keepRecording = (recording: Recording): void => change(recording);
export const forgetRecording = (): void => change(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useRecording = (): Recording | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
