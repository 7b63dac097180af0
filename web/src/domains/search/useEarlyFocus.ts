import { useEffect } from 'react';
import { useInteractive } from '../../platform/interactive/index.ts';

/** Calls `onFocus` once if the field got the focus before the application had loaded. */
export function useEarlyFocus(getField: () => Element | null | undefined, onFocus: () => void): void {
  const interactive = useInteractive();
  useEffect(() => {
    if (interactive && document.activeElement === getField()) onFocus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both are new in each rendering
  }, [interactive]);
}
