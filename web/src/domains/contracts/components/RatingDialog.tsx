import { useState, type FormEvent } from 'react';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { Contract } from '@fws/contract/contracts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Dialog, Field, FieldGroup, SubmitButton, TextArea } from '../../../ui/index.ts';
import { useLeaveRating } from '../api.ts';
import { Stars, type StarCount } from './Stars.tsx';

type Props = { contract: Contract; onClose: () => void };

/** Each side rates the other once, after a payment was released. */
export function RatingDialog({ contract, onClose }: Props) {
  const t = useT();
  const rate = useLeaveRating();
  const [stars, setStars] = useState<StarCount | null>(null);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const ratedPerson = contract.side === 'poster' ? contract.worker : contract.poster;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (stars === null) return setProblem(t('contracts.rating_required'));
    setProblem(undefined);
    try {
      const points = stars * POINTS_PER_STAR;
      await rate.mutateAsync({ jobId: contract.jobId, aboutId: ratedPerson.id, points, comment });
      toast.success(t('contracts.rated'));
      onClose();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
    }
    return undefined;
  }

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
        <FieldGroup
          id="rating"
          label={t('web.contracts.yourStars')}
          hint={t('web.contracts.ratingCounts')}
          error={problem}
        >
          <Stars
            value={stars}
            onChange={(chosen) => {
              setStars(chosen);
              setProblem(undefined);
            }}
          />
        </FieldGroup>
        <Field
          id="rating-comment"
          label={t('web.contracts.ratingComment')}
          hint={t('web.contracts.ratingPublic')}
          optional
        >
          <TextArea value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
