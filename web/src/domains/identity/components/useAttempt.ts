import { useState } from 'react';

/** Sends what a dialog is about, once at a time. What is wrong with it is shown until the next attempt. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function attempt(send: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
    }
  }

  return { attempt, isBusy, problem, setProblem };
}
