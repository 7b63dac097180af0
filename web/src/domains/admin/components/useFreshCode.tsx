import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { CodeDialog } from './CodeDialog.tsx';

interface Waiting {
  work: () => Promise<void>;
  end: (done: boolean) => void;
  fail: (error: unknown) => void;
}

/**
 * Runs an operation that may need a fresh code. When the server asks for one, opens the dialog and runs the
 * operation again. Resolves to false when the user gave no code and nothing was done.
 */
export function useFreshCode(): {
  run: (work: () => Promise<void>) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<Waiting>();
  async function run(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error.stepUp !== 'totp') throw error;
      return new Promise<boolean>((end, fail) => setWaiting({ work, end, fail }));
    }
  }
  const dialog = waiting && (
    <CodeDialog
      onEntered={async () => {
        setWaiting(undefined);
        try {
          await waiting.work();
          waiting.end(true);
        } catch (error) {
          waiting.fail(error);
        }
      }}
      onClose={() => {
        setWaiting(undefined);
        waiting.end(false);
      }}
    />
  );
  return { run, dialog };
}
