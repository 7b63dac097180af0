import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { CodeDialog } from './CodeDialog.tsx';

interface PendingOperation {
  work: () => Promise<void>;
  resolve: (done: boolean) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs an operation that may need a fresh code. When the server asks for one, opens the dialog and runs the
 * operation again. Resolves to false when the user gave no code and nothing was done.
 */
export function useFreshCode(): {
  run: (work: () => Promise<void>) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingOperation>();
  async function run(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error.stepUp !== 'totp') throw error;
      return new Promise<boolean>((resolve, reject) => setPending({ work, resolve, reject }));
    }
  }
  const dialog = pending && (
    <CodeDialog
      onEntered={async () => {
        setPending(undefined);
        try {
          await pending.work();
          pending.resolve(true);
        } catch (error) {
          pending.reject(error);
        }
      }}
      onClose={() => {
        setPending(undefined);
        pending.resolve(false);
      }}
    />
  );
  return { run, dialog };
}
