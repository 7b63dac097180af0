import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { translate } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Note } from '../../../ui/index.ts';
import { useFreshCode } from '../login/useFreshCode.tsx';

/**
 * Sends a small form: shows errors beside their field or above the form, asks for a fresh code when the
 * server requires one, then calls `onDone`.
 */
export function useSaving(onDone: () => void): {
  save: (work: () => Promise<unknown>, doneText: string) => Promise<void>;
  busy: boolean;
  errors: Record<string, string>;
  problem: ReactNode;
  dialog: ReactNode;
} {
  const { run, dialog } = useFreshCode();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();

  async function attempt(work: () => Promise<unknown>, doneText: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof CallError && error.stepUp === 'totp') throw error;
      if (error instanceof CallError && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else setProblem(error instanceof Error ? error.message : translate('common.something_wrong'));
      return;
    }
    toast.success(doneText);
    onDone();
  }

  async function save(work: () => Promise<unknown>, doneText: string): Promise<void> {
    setErrors({});
    setProblem(undefined);
    setBusy(true);
    await run(() => attempt(work, doneText));
    setBusy(false);
  }
  return { save, busy, errors, problem: problem && <Note tone="bad">{problem}</Note>, dialog };
}
