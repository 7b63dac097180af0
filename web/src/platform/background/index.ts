import { useSyncExternalStore, type ComponentType } from 'react';

/** Parts of the shell that are loaded after the first paint: app/background. */
export interface BackgroundParts {
  /** Below the header. */
  Strip: ComponentType;
  /** Above the content of a main screen. */
  Waiting: ComponentType;
  /** In the More menu. */
  InstallItem: ComponentType;
}

let parts: BackgroundParts | undefined;
/** When the data on the screen was read, in ms; undefined for a screen without data. */
let dataTime: number | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setBackgroundParts(loaded: BackgroundParts): void {
  parts = loaded;
  notify();
}

export const useBackgroundParts = (): BackgroundParts | undefined =>
  useSyncExternalStore(
    subscribe,
    () => parts,
    () => undefined,
  );

export function setDataTime(time: number | undefined): void {
  dataTime = time;
  notify();
}

export const useDataTime = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => dataTime,
    () => undefined,
  );
