import { useState, type FormEvent } from 'react';
import { POINTS_PER_STAR } from '@fws/contract/contracts/model';
import type { Contract } from '@fws/contract/contracts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, SubmitButton, TextArea } from '../../../ui/index.ts';
import { useLeaveRating } from '../api.ts';

const STEP = POINTS_PER_STAR / 2;
const MAX_POINTS = 5 * POINTS_PER_STAR;

type Props = { contract: Contract; onClose: () => void };

/** Each side rates the other once, after a payment was released. */
export function RatingDialog({ contract, onClose }: Props) {
  const t = useT();
  const rate = useLeaveRating();
  const [points, setPoints] = useState(0);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const ratedPerson = contract.side === 'poster' ? contract.worker : contract.poster;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (points < POINTS_PER_STAR) return setProblem(t('contracts.rating_required'));
    setProblem(undefined);
    try {
      await rate.mutateAsync({ jobId: contract.jobId, aboutId: ratedPerson.id, points, comment });
      toast.success(t('contracts.rated'));
      onClose();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
    }
    return undefined;
  }

  const stars = t('web.contracts.stars', { stars: points / POINTS_PER_STAR });
  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <SubmitButton form="rate" busy={rate.isPending}>
        {t('web.contracts.leaveRating')}
      </SubmitButton>
    </>
  );
  return (
    <Dialog
      title={t('web.contracts.rate', { name: ratedPerson.name })}
      onClose={onClose}
      footer={footer}
      persistent
    >
      <form id="rate" onSubmit={(event) => void send(event)} noValidate>
        <Field id="rating" label={t('web.contracts.rating')} hint={stars} error={problem}>
          <input
            className="con-range"
            id="rating"
            type="range"
            min={0}
            max={MAX_POINTS}
            step={STEP}
            value={points}
            aria-valuetext={stars}
            onChange={({ currentTarget }) => setPoints(Number(currentTarget.value))}
          />
        </Field>
        <Field id="rating-comment" label={t('web.contracts.ratingComment')} optional>
          <TextArea value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
