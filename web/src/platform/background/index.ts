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
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setBackgroundParts(loaded: BackgroundParts): void {
  parts = loaded;
  for (const listener of listeners) listener();
}

export const useBackgroundParts = (): BackgroundParts | undefined =>
  useSyncExternalStore(
    subscribe,
    () => parts,
    () => undefined,
  );

/** After something that a user came for: the app may offer its installation. */
export async function noteUsefulAction(): Promise<void> {
  try {
    (await import('../install/index.ts')).offerInstall();
  } catch {
    // Not loaded without a network; there will be other actions.
  }
}
