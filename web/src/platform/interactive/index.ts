import { useDeferredValue, useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * False while the server renders: nobody should type into a page that is not hydrated yet. What depends on it is rendered
 * in slices after hydration, because a form takes a slow phone a tenth of a second.
 */
export const useInteractive = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      subscribeToNothing,
      () => true,
      () => false,
    ),
  );
