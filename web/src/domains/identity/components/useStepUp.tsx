import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { StepUpDialog } from './StepUpDialog.tsx';

type Command<T> = (otp: string) => Promise<T>;

interface Waiting {
  /** Sends the command with the code; rejects with what is wrong with the code. */
  send: (otp: string) => Promise<void>;
  giveUp: () => void;
}

/**
 * Runs a command. When the server requires a code to the user's mobile number, asks for the code and sends
 * the same command again with it. Rejects with the command's own error, or with the server's request for a
 * code when the user closes the dialog.
 */
export function useStepUp(): { run: <T>(command: Command<T>) => Promise<T>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting>();

  async function run<T>(command: Command<T>): Promise<T> {
    try {
      return await command('');
    } catch (refusal) {
      if (!(refusal instanceof CallError) || refusal.stepUp !== 'otp') throw refusal;
      return new Promise<T>((resolve, reject) => {
        const close = () => setWaiting(undefined);
        setWaiting({
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
          giveUp: () => {
            close();
            reject(refusal);
          },
        });
      });
    }
  }

  const dialog = waiting && <StepUpDialog onDone={waiting.send} onClose={waiting.giveUp} />;
  return { run, dialog };
}

/** The code is wrong or did not reach the server: the user can enter it again. */
const isAboutCode = (error: unknown): boolean =>
  error instanceof CallError && ('otp' in error.fields || error.status === 0);
