import { useState, type FormEvent } from 'react';
import type { Excuse } from '@fws/contract/visits/model';
import type { Visit } from '@fws/contract/visits/schemas';
import { useIdempotencyKey } from '../../../platform/client/form.ts';
import { useNow } from '../../../platform/clock/index.ts';
import { openDraft, restoreDraft } from '../../../platform/drafts/index.ts';
import { formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  Button,
  Field,
  FieldGroup,
  Note,
  OptionRadio,
  Options,
  Sheet,
  SubmitButton,
  TextArea,
} from '../../../ui/index.ts';
import { formatEnd } from '../wording.ts';
import { useAnswerNoShow } from './api.ts';
import { calculateStake } from './stakes.ts';
import type { ClaimProps } from './outcome.ts';

type Props = ClaimProps & { claim: NonNullable<Visit['claim']> };

/** Of the options of the form, those with an excuse are one answer of the contract. */
const CHOICES = ['agree', 'illness', 'safety', 'hindered', 'contest'] as const;
type Choice = (typeof CHOICES)[number];

const isExcuse = (choice: Choice): choice is Excuse => choice !== 'agree' && choice !== 'contest';
/** A person decides, who reads what is said. */
const isContested = (choice: Choice | null): boolean => choice === 'contest' || choice === 'hindered';

/** What is chosen and typed stays on the device until it is sent. Each claim has an answer of its own. */
function useAnswerDraft({ jobId }: Visit, { at }: Props['claim']) {
  const userId = useUser().id;
  const [store] = useState(() => openDraft(userId, `no-show-answer:${jobId}:${at}`));
  const [answer, setAnswer] = useState(() => restoreDraft(store, { choice: '', details: '' }));
  return {
    choice: CHOICES.find((known) => known === answer.choice) ?? null,
    details: answer.details,
    change: ({ choice, details }: { choice: Choice | null; details: string }) => {
      const changed = { choice: choice ?? '', details };
      setAnswer(changed);
      store.save(changed);
    },
    discard: store.remove,
  };
}

/** The other side says that the reader was not there. Each answer says what follows from it. */
export function AnswerForm({ visit, claim, contract }: Props) {
  const t = useT();
  const now = useNow();
  const online = useOnline();
  const answering = useAnswerNoShow();
  const intent = useIdempotencyKey();
  const { choice, details, change, discard } = useAnswerDraft(visit, claim);
  const [problem, setProblem] = useState<string>();
  const { side, milestoneId } = visit;
  const { name } = contract[claim.by];
  const { claimedPaise } = calculateStake(claim.by, visit, contract.milestones);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (choice === null) return setProblem(t('visits.answer_required'));
    const answer = isExcuse(choice) ? ({ answer: 'excuse', excuse: choice } as const) : { answer: choice };
    const said = isContested(choice) ? { details: details.trim() } : {};
    const given = { milestoneId, ...answer, ...said };
    try {
      await answering.mutateAsync({ ...given, idempotencyKey: intent.key(given) });
      discard();
      toast.success(t('visits.answered'));
    } catch {
      // What was typed stays, and the form shows the error.
    }
    return undefined;
  }

  return (
    <Sheet title={t('web.visits.answer.title', { name })}>
      <Note tone="warn" icon="clock">
        {describeClock(t, { visit, claim, now })}
      </Note>
      <form className="vis-answer" onSubmit={(event) => void send(event)} noValidate>
        {answering.error && (
          <Note tone="bad" role="alert">
            {answering.error.message}
          </Note>
        )}
        <FieldGroup label={t('web.visits.answer.legend')} error={problem}>
          <Options>
            {CHOICES.map((known) => (
              <OptionRadio
                key={known}
                name="visit-answer"
                title={t(
                  known === 'agree' ? `web.visits.answer.agree.${side}` : `web.visits.answer.${known}`,
                  {
                    name,
                  },
                )}
                detail={describeChoice(t, known, { by: claim.by, name, paise: claimedPaise })}
                checked={choice === known}
                onChange={() => {
                  change({ choice: known, details });
                  setProblem(undefined);
                }}
              />
            ))}
          </Options>
        </FieldGroup>
        {isContested(choice) && (
          <Field label={t('web.visits.answer.details')} hint={t('web.visits.answer.detailsHint')} optional>
            <TextArea
              value={details}
              maxLength={1000}
              onChange={({ currentTarget }) => change({ choice, details: currentTarget.value })}
            />
          </Field>
        )}
        {online ? (
          <SubmitButton busy={answering.isPending} busyText={t('ui.saving')}>
            {t('web.visits.answer.send')}
          </SubmitButton>
        ) : (
          <Button disabled>{t('ui.needsInternet')}</Button>
        )}
      </form>
    </Sheet>
  );
}

function describeClock(
  t: Translate,
  { visit: { state }, claim, now }: Pick<Props, 'visit' | 'claim'> & { now: number },
): string {
  if (claim.until === null) return t('web.visits.answer.undelivered');
  const time = formatEnd(t, claim.until, now);
  return t(state === 'unanswered' ? 'web.visits.answer.unanswered' : 'web.visits.answer.until', { time });
}

/** What follows for the money, and whether it counts. */
function describeChoice(
  t: Translate,
  choice: Choice,
  { by, name, paise }: { by: Visit['side']; name: string; paise: number },
): string {
  const amount = formatRupees(paise);
  if (isContested(choice))
    return paise > 0 ? t('web.visits.answer.heldText', { amount }) : t('web.visits.answer.heldUnpaidText');
  if (choice !== 'agree') return t('web.visits.answer.excuseText');
  if (paise === 0) return t('web.visits.answer.agreeUnpaidText');
  return t(`web.visits.answer.agreeText.${by}`, { amount, name });
}
