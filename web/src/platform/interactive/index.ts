import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False where the server draws: nothing is to be typed into what the application will draw anew. */
export const useInteractive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
