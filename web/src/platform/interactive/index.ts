import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False while the server renders: nobody should type into a page that is not hydrated yet. */
export const useInteractive = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
