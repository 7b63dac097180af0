import { useId, useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/client/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, Note, TextArea, type ButtonVariant } from '../../../ui/index.ts';

export interface Choice {
  label: ReactNode;
  variant: ButtonVariant;
  /** Toast shown on success. */
  doneText: string;
  /** The decision requires a reason. */
  needsReason?: boolean;
  /** Resolves to false when nothing was done. */
  onChoose: (reason: string) => Promise<unknown>;
}

type Props = { label: ReactNode; hint?: ReactNode; choices: readonly Choice[] };

/** A reason and the possible decisions. The typed reason stays until a decision succeeds. */
export function ReasonForm({ label, hint, choices }: Props) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<number>();

  async function decide(index: number, { onChoose, doneText, needsReason }: Choice): Promise<void> {
    setProblem(undefined);
    setError(undefined);
    if (needsReason && reason.trim() === '') return showReasonError(t('admin.reason_required'));
    setBusy(index);
    try {
      if ((await onChoose(reason.trim())) !== false) toast.success(doneText);
    } catch (failure) {
      const text = failure instanceof CallError ? failure.fields['reason'] : undefined;
      if (text) showReasonError(text);
      else setProblem(failure instanceof Error ? failure.message : t('common.something_wrong'));
    } finally {
      setBusy(undefined);
    }
  }

  function showReasonError(text: string): void {
    setError(text);
    document.getElementById(id)?.focus();
  }

  return (
    <div className="stack">
      {problem && <Note tone="bad">{problem}</Note>}
      <Field id={id} label={label} hint={hint} error={error}>
        <TextArea
          value={reason}
          rows={4}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <div className="adm-acts">
        {choices.map((choice, index) => (
          <Button
            key={index}
            block
            variant={choice.variant}
            busy={busy === index}
            disabled={busy !== undefined && busy !== index}
            onClick={() => void decide(index, choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
