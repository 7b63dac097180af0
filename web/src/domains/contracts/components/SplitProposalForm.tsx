import { useState, type FormEvent } from 'react';
import type { Contract, Milestone, Split } from '@fws/contract/contracts/schemas';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Field, MoneyInput, Note, SubmitButton, TextInput } from '../../../ui/index.ts';
import { useProposeSplit } from '../api.ts';
import { SplitFigures } from './SplitFigures.tsx';

type Props = { contract: Contract; milestone: Milestone; split: Split };

/** The first sum. The slider and the typed amount are one value. */
export function SplitProposalForm({ contract, milestone, split }: Props) {
  const t = useT();
  const propose = useProposeSplit();
  const intent = useIdempotencyKey();
  const [workerText, setWorkerText] = useState('');
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const { side, poster, worker } = contract;
  const workerPaise = parseRupees(workerText);
  const isPossible = workerPaise !== null && workerPaise <= milestone.amountPaise;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isPossible) return setProblem(t('contracts.split_amount'));
    setProblem(undefined);
    const proposal = { milestoneId: milestone.id, workerPaise, comment, version: split.version };
    try {
      await propose.mutateAsync({ ...proposal, idempotencyKey: intent.key(proposal) });
      toast.success(t('contracts.split_proposed'));
    } catch {
      // What was typed stays, and the form shows the error.
    }
    return undefined;
  }

  return (
    <form className="con-split" onSubmit={(event) => void send(event)} noValidate>
      {propose.error && (
        <Note tone="bad" role="alert">
          {propose.error.message}
        </Note>
      )}
      <Field
        label={t(side === 'worker' ? 'web.contracts.split.toYou' : 'web.contracts.split.toWorker', {
          name: worker.name,
        })}
        error={problem}
      >
        <MoneyInput
          value={workerText}
          onChange={(text) => {
            setWorkerText(text);
            setProblem(undefined);
          }}
        />
      </Field>
      <SplitFigures
        contract={contract}
        totalPaise={milestone.amountPaise}
        workerPaise={isPossible ? workerPaise : 0}
        onChange={(paise) => setWorkerText(toRupees(paise))}
      />
      <Field
        label={t('web.contracts.split.line', { name: side === 'worker' ? poster.name : worker.name })}
        optional
      >
        <TextInput
          autoComplete="off"
          maxLength={REASON_MAX}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </Field>
      <SubmitButton block busy={propose.isPending}>
        {isPossible
          ? t('web.contracts.split.propose', {
              amount: formatRupees(workerPaise),
              name: worker.name,
            })
          : t('web.contracts.split.proposeNone')}
      </SubmitButton>
    </form>
  );
}
