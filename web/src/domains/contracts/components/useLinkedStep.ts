import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from '../../../platform/router/index.ts';

/**
 * Whether a link led to the step of this milestone: "?step=<milestone>". Its button is focused; a step with a dialog
 * opens it. The address then loses the parameter, so that a reload or the next step does not repeat it.
 */
export function useLinkedStep(milestoneId: number) {
  const [search, setSearch] = useSearchParams();
  const [isLinked] = useState(() => search.get('step') === String(milestoneId));
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    setSearch(
      (params) => {
        params.delete('step');
        return params;
      },
      { replace: true },
    );
    // After the new screen has scrolled to its top.
    requestAnimationFrame(() => {
      button.current?.scrollIntoView({ block: 'center' });
      if (!document.querySelector('dialog[open]')) button.current?.focus({ preventScroll: true });
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on arrival
  }, []);
  return { isLinked, button };
}
