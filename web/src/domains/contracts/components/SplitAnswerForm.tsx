import { useState, type FormEvent } from 'react';
import { SPLIT_TURNS_MAX, type SplitAnswer } from '@fws/contract/contracts/model';
import type { Contract, Milestone, Split } from '@fws/contract/contracts/schemas';
import { parseRupees } from '@fws/contract/platform/money';
import { REASON_MAX } from '@fws/contract/platform/limits';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  Field,
  FieldGroup,
  MoneyInput,
  Note,
  RadioCard,
  SubmitButton,
  TextInput,
} from '../../../ui/index.ts';
import { useAnswerSplit } from '../api.ts';

type Props = { contract: Contract; milestone: Milestone; split: Split };

const DONE = {
  agree: 'contracts.split_agreed',
  counter: 'contracts.split_proposed',
  refuse: 'contracts.split_disputed',
} as const;

/** Agree, name another sum, or say no, each with what follows. */
export function SplitAnswerForm({ contract, milestone, split }: Props) {
  const t = useT();
  const answerSplit = useAnswerSplit();
  const intent = useIdempotencyKey();
  const [answer, setAnswer] = useState<SplitAnswer | null>(null);
  const [workerText, setWorkerText] = useState('');
  const [comment, setComment] = useState('');
  const [problems, setProblems] = useState<{ answer?: string; amount?: string }>({});
  const { side, poster, worker } = contract;
  const other = side === 'worker' ? poster.name : worker.name;
  const format = (paise: number) => formatRupees(paise);
  const amount = format(split.proposal?.workerPaise ?? 0);
  const workerPaise = parseRupees(workerText);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (answer === null) return setProblems({ answer: t('contracts.split_answer_required') });
    if (answer === 'counter' && (workerPaise === null || workerPaise > milestone.amountPaise))
      return setProblems({ amount: t('contracts.split_amount') });
    setProblems({});
    const given = {
      splitId: split.id,
      answer,
      workerPaise: answer === 'counter' ? workerPaise : null,
      comment,
      version: split.version,
    };
    try {
      await answerSplit.mutateAsync({ ...given, idempotencyKey: intent.key(given) });
      toast.success(t(DONE[answer]));
    } catch {
      // What was typed stays, and the form shows the error.
    }
    return undefined;
  }

  const choose = (chosen: SplitAnswer) => ({
    name: `split-answer-${split.id}`,
    checked: answer === chosen,
    onChange: () => {
      setAnswer(chosen);
      setProblems({});
    },
  });
  return (
    <form className="con-split" onSubmit={(event) => void send(event)} noValidate>
      {answerSplit.error && (
        <Note tone="bad" role="alert">
          {answerSplit.error.message}
        </Note>
      )}
      <FieldGroup label={t('web.contracts.split.yourAnswer')} error={problems.answer}>
        <div className="con-answers">
          <RadioCard
            {...choose('agree')}
            title={t('web.contracts.split.agree')}
            detail={
              side === 'worker'
                ? t('web.contracts.split.youAgreeText', { amount })
                : t('web.contracts.split.agreeText', { amount, name: worker.name })
            }
          />
          {split.counter.allowed && (
            <RadioCard
              {...choose('counter')}
              title={t('web.contracts.split.counter')}
              detail={t('web.contracts.split.counterText', {
                name: other,
                turn: split.turns.length + 1,
                maximum: SPLIT_TURNS_MAX,
              })}
            />
          )}
          <RadioCard
            {...choose('refuse')}
            title={t('web.contracts.split.refuse')}
            detail={t('web.contracts.split.refuseText', {
              number: milestone.position,
              amount: format(milestone.amountPaise),
            })}
          />
        </div>
      </FieldGroup>
      {answer === 'counter' && (
        <Field
          label={t(side === 'worker' ? 'web.contracts.split.toYou' : 'web.contracts.split.toWorker', {
            name: worker.name,
          })}
          error={problems.amount}
        >
          <MoneyInput
            value={workerText}
            onChange={(text) => {
              setWorkerText(text);
              setProblems({});
            }}
            {...(workerPaise !== null &&
              workerPaise <= milestone.amountPaise && {
                note: t('web.contracts.split.rest', {
                  amount: format(milestone.amountPaise - workerPaise),
                  name: poster.name,
                }),
              })}
          />
        </Field>
      )}
      <Field label={t('web.contracts.split.line', { name: other })} optional>
        <TextInput
          autoComplete="off"
          maxLength={REASON_MAX}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </Field>
      <SubmitButton block busy={answerSplit.isPending}>
        {t(`web.contracts.split.send.${answer ?? 'none'}`)}
      </SubmitButton>
    </form>
  );
}
