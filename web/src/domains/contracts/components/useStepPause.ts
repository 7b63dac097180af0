import { useEffect, useState } from 'react';
import { STEP_PAUSE_MS } from '@fws/contract/contracts/model';

/** True for two seconds after a milestone's last change, in which the server takes no further step from a browser. */
export function useStepPause(changedAt: string): boolean {
  const [endedFor, setEndedFor] = useState(() => (getRemainingMs(changedAt) === 0 ? changedAt : null));
  useEffect(() => {
    const timer = setTimeout(() => setEndedFor(changedAt), getRemainingMs(changedAt));
    return () => clearTimeout(timer);
  }, [changedAt]);
  return endedFor !== changedAt;
}

/** A device whose clock is slow waits the whole time. */
function getRemainingMs(changedAt: string): number {
  const passedMs = Date.now() - Date.parse(changedAt);
  return Math.min(STEP_PAUSE_MS, Math.max(0, STEP_PAUSE_MS - passedMs));
}
