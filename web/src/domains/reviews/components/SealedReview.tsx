import type { JobReviews } from '@fws/contract/reviews/schemas';
import { formatDate, useT, type Translate } from '../../../platform/i18n/index.ts';
import { Icon, Sheet } from '../../../ui/index.ts';

/** In place of the other side's review while it is closed. It says whether there is one, and nothing of it. */
export function SealedReview({ reviews }: { reviews: JobReviews }) {
  const t = useT();
  const { other, isOtherGiven } = reviews;
  const name = other.firstName;
  return (
    <Sheet title={t('web.reviews.ofYou', { name })}>
      <div className="rv-sealed">
        <Icon name="lock" size="lg" />
        <div>
          <b>{t(isOtherGiven ? 'web.reviews.closed' : 'web.reviews.notGiven', { name })}</b>
          {describe(t, reviews)}
        </div>
      </div>
      <p className="t2 mut rv-rule">{t('web.reviews.rule')}</p>
    </Sheet>
  );
}

function describe(t: Translate, { other, opensAt, isOtherGiven, own }: JobReviews): string {
  const name = other.firstName;
  if (opensAt === null) return t('web.reviews.together');
  const date = formatDate(t, opensAt, { year: false });
  if (isOtherGiven) return t('web.reviews.opensWithout', { name, date });
  return own ? t('web.reviews.yoursOpens', { name, date }) : t('web.reviews.until', { date });
}
