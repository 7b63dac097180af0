import { useId, useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, SubmitButton, TextInput } from '../../../ui/index.ts';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  button: ReactNode;
  /** Throws when the server refuses the code. */
  onCode: (code: string) => Promise<void>;
  /** Leave unset where a recovery code is accepted: it contains letters. */
  digitsOnly?: boolean;
};

/** One code, from the app or a recovery code. A wrong code stays in the field. */
export function CodeForm({ label, hint, button, onCode, digitsOnly }: Props) {
  const t = useT();
  const id = useId();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (code.trim() === '') return setProblem(t('admin.code_required'));
    setBusy(true);
    setProblem(undefined);
    try {
      await onCode(code);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.fields['code'] ?? error.message);
      document.getElementById(id)?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field id={id} label={label} hint={hint} error={problem}>
        <TextInput
          value={code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode={digitsOnly ? 'numeric' : 'text'}
          maxLength={20}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Field>
      <SubmitButton block busy={busy} busyText={t('web.admin.checking')}>
        {button}
      </SubmitButton>
    </form>
  );
}
