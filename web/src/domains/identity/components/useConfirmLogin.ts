import { useState } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { confirmLogin } from '../api.ts';
import { forgetCode, LOGIN_ADDRESS } from '../codesSent.ts';

/** Sends a proof for the login in progress. Calls `onBack` with the reason when that login has ended. */
export function useConfirmLogin(onBack: (reason: string) => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function confirm(prove: () => Promise<Parameters<typeof confirmLogin>[0]>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await confirmLogin(await prove());
      forgetCode(LOGIN_ADDRESS);
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (error instanceof CallError && error.status === 401) return onBack(message);
      setProblem(message);
    } finally {
      setBusy(false);
    }
  }

  return { confirm, isBusy, problem, setProblem };
}
