import { Suspense, useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { lazyScreen } from '../../../platform/i18n/index.ts';

const StepUpDialog = lazyScreen(['identity'], () => import('./StepUpDialog.tsx'));

type Command<T> = (otp: string) => Promise<T>;

interface PendingCommand {
  /** What the code confirms, where that needs to be said. */
  why: string | undefined;
  /** Sends the command with the code; rejects with what is wrong with the code. */
  send: (otp: string) => Promise<void>;
  cancel: () => void;
}

/**
 * Runs a command. When the server requires a code to the user's mobile number, asks for the code and sends
 * the same command again with it. Rejects with the command's own error, or with the server's request for a
 * code when the user closes the dialog.
 */
export function useStepUp(): {
  run: <T>(command: Command<T>, why?: string) => Promise<T>;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingCommand>();

  async function run<T>(command: Command<T>, why?: string): Promise<T> {
    try {
      return await command('');
    } catch (refusal) {
      if (!(refusal instanceof CallError) || refusal.stepUp !== 'otp') throw refusal;
      return new Promise<T>((resolve, reject) => {
        const close = () => setPending(undefined);
        setPending({
          why,
          send: async (otp) => {
            try {
              const result = await command(otp);
              close();
              resolve(result);
            } catch (error) {
              if (isAboutCode(error)) throw error;
              close();
              reject(error);
            }
          },
          cancel: () => {
            close();
            reject(refusal);
          },
        });
      });
    }
  }

  const dialog = pending && (
    <Suspense>
      <StepUpDialog why={pending.why} onDone={pending.send} onClose={pending.cancel} />
    </Suspense>
  );
  return { run, dialog };
}

/** The code is wrong or did not reach the server: the user can enter it again. */
const isAboutCode = (error: unknown): boolean =>
  error instanceof CallError && ('otp' in error.fields || error.status === 0);
