import { Suspense, useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { lazyScreen } from '../../../platform/i18n/index.ts';

const StepUpDialog = lazyScreen(['identity'], () => import('./StepUpDialog.tsx'));

/** The command with what the server asked for: a code, or the password where it takes one. The other is empty. */
type Command<T> = (otp: string, password: string) => Promise<T>;

interface PendingCommand {
  /** What the proof confirms, where that needs to be said. */
  why: string | undefined;
  takesPassword: boolean;
  /** Sends the command with the proof; rejects with what is wrong with it. */
  send: (otp: string, password: string) => Promise<void>;
  cancel: () => void;
}

/**
 * Runs a command. When the server requires a code to the user's mobile number, or the password, asks for it and sends the
 * same command again with it. Rejects with the command's own error, or with the server's request when the user closes the
 * dialog.
 */
export function useStepUp(): {
  run: <T>(command: Command<T>, why?: string) => Promise<T>;
  dialog: ReactNode;
} {
  const [pending, setPending] = useState<PendingCommand>();

  async function run<T>(command: Command<T>, why?: string): Promise<T> {
    try {
      return await command('', '');
    } catch (refusal) {
      if (!isStepUp(refusal)) throw refusal;
      return new Promise<T>((resolve, reject) => {
        const close = () => setPending(undefined);
        setPending({
          why,
          takesPassword: refusal.stepUp === 'password',
          send: async (otp, password) => {
            try {
              const result = await command(otp, password);
              close();
              resolve(result);
            } catch (error) {
              if (isAboutProof(error, password)) throw error;
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
      <StepUpDialog
        why={pending.why}
        onDone={(otp) => pending.send(otp, '')}
        {...(pending.takesPassword && { onPassword: (password: string) => pending.send('', password) })}
        onClose={pending.cancel}
      />
    </Suspense>
  );
  return { run, dialog };
}

/** The server asks for a proof, or the user has closed the dialog that asked for it. */
export const isStepUp = (error: unknown): error is CallError =>
  error instanceof CallError && (error.stepUp === 'otp' || error.stepUp === 'password');

/**
 * The proof is wrong or did not reach the server: the user can enter it again. After too many passwords they can have a
 * code sent.
 */
const isAboutProof = (error: unknown, password: string): boolean =>
  error instanceof CallError &&
  ('otp' in error.fields ||
    'password' in error.fields ||
    error.status === 0 ||
    (password !== '' && error.status === 429));
