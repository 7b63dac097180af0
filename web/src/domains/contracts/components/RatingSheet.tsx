import { useState, type FormEvent } from 'react';
import { POINTS_PER_STAR, type Contract } from '@fws/contract/contracts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Field, Rating, Sheet, TextArea } from '../../../ui/index.ts';
import { useLeaveRating } from '../api.ts';

const STEP = POINTS_PER_STAR / 2;
const MOST = 5 * POINTS_PER_STAR;

/** Each side rates the other once, when a payment was released. */
export function RatingSheet({ contract }: { contract: Contract }) {
  const t = useT();
  const { given, ability } = contract.rating;
  if (given !== null)
    return (
      <Sheet title={t('web.contracts.yourRating')}>
        <Rating value={given} />
      </Sheet>
    );
  return ability.allowed ? <RatingForm contract={contract} /> : null;
}

function RatingForm({ contract }: { contract: Contract }) {
  const t = useT();
  const online = useOnline();
  const rate = useLeaveRating();
  const [points, setPoints] = useState(0);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const about = contract.side === 'poster' ? contract.worker : contract.poster;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (points < POINTS_PER_STAR) return setProblem(t('contracts.rating_required'));
    setProblem(undefined);
    try {
      await rate.mutateAsync({ jobId: contract.jobId, aboutId: about.id, points, comment });
      toast.success(t('contracts.rated'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : t('common.something_wrong'));
    }
    return undefined;
  }

  const stars = t('web.contracts.stars', { stars: points / POINTS_PER_STAR });
  return (
    <Sheet title={t('web.contracts.rate', { name: about.name })}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Field id="rating" label={t('web.contracts.rating')} hint={stars} error={problem}>
          <input
            className="con-range"
            id="rating"
            type="range"
            min={0}
            max={MOST}
            step={STEP}
            value={points}
            aria-valuetext={stars}
            onChange={({ currentTarget }) => setPoints(Number(currentTarget.value))}
          />
        </Field>
        <Field id="rating-comment" label={t('web.contracts.ratingComment')} optional>
          <TextArea value={comment} onChange={({ currentTarget }) => setComment(currentTarget.value)} />
        </Field>
        <Button type="submit" variant="primary" block disabled={!online} busy={rate.isPending}>
          {t(online ? 'web.contracts.leaveRating' : 'ui.needsInternet')}
        </Button>
      </form>
    </Sheet>
  );
}
