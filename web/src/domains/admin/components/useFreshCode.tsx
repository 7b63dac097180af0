import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { CodeDialog } from './CodeDialog.tsx';

/** Runs what moves money; asks for a fresh code when the server wants one, and then runs it again. */
export function useFreshCode(): {
  run: (work: () => Promise<void>) => Promise<void>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<() => Promise<void>>();
  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.stepUp !== 'totp') throw error;
      setWaiting(() => work);
    }
  }
  const close = () => setWaiting(undefined);
  const dialog = waiting && (
    <CodeDialog
      onEntered={async () => {
        close();
        await waiting();
      }}
      onClose={close}
    />
  );
  return { run, dialog };
}
