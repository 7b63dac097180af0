import { useSyncExternalStore } from 'react';

const STEP_MS = 10_000;
/** When the server drew what is shown first. */
let drawnAt: number | undefined;

export function setDrawnAt(at: number): void {
  drawnAt = at;
}

const now = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;
const nobodyTells = () => () => undefined;

/**
 * Now, to ten seconds, for what the server draws too: a drawing is taken over with the words it was drawn with, for a
 * minute may have turned over meanwhile, and the device's clock may be wrong.
 */
export const useNow = (): number => useSyncExternalStore(nobodyTells, now, () => drawnAt ?? now());
