import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, Field, FormDialog, PasswordInput } from '../../../ui/index.ts';
import { useAttempt } from './useAttempt.ts';

type Props = {
  why: string | undefined;
  /** Rejects with the message to show beside the password. */
  onPassword: (password: string) => Promise<unknown>;
  /** Left out: no code can be sent. */
  onCodeInstead?: () => void;
  onClose: () => void;
};

/** Asks for the user's password, or lets them have a code sent instead. What was typed stays after a mistake. */
export function PasswordDialog({ why, onPassword, onCodeInstead, onClose }: Props) {
  const t = useT();
  const { attempt, isBusy, problem, setProblem } = useAttempt();
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function submit(): Promise<void> {
    // A password manager may have filled it in without telling the page.
    const typed = input.current?.value ?? password;
    if (typed === '') return setProblem(t('identity.password_required'));
    await attempt(async () => {
      await onPassword(typed);
    });
  }

  return (
    <FormDialog
      title={t('identity.stepUp')}
      submitText={t('identity.confirm')}
      busyText={t('identity.checking')}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {why !== undefined && <p className="t2">{why}</p>}
      <Field label={t('identity.password')} error={problem}>
        <PasswordInput
          ref={input}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {onCodeInstead && (
        <Button variant="quiet" onClick={onCodeInstead}>
          {t('identity.codeInstead')}
        </Button>
      )}
    </FormDialog>
  );
}
