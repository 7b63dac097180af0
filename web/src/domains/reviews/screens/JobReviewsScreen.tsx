import '../reviews.css';
import { useQuery } from '@tanstack/react-query';
import type { JobReviews } from '@fws/contract/reviews/schemas';
import { formatDate, formatRupees, useT, type Translate } from '../../../platform/i18n/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useParams, type Address } from '../../../platform/router/index.ts';
import { Columns, Note, Screen, Sheet } from '../../../ui/index.ts';
import { jobReviewsQuery } from '../api.ts';
import { ReplyForm } from '../components/ReplyForm.tsx';
import { ReviewText } from '../components/ReviewText.tsx';
import { SealedReview } from '../components/SealedReview.tsx';
import { ReviewForm } from '../forms/ReviewForm.tsx';

/** The reviews of a job: one’s own to write, and the other side’s, closed or open. */
export default function JobReviewsScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(jobReviewsQuery(id));
  const reviews = query.data;
  const back = {
    to: reviews?.side === 'poster' ? paths.awardedJob(id) : paths.myJob(id),
    label: reviews?.jobTitle ?? t('web.reviews.job'),
  };
  return (
    <Screen
      title={reviews ? getTitle(t, reviews) : t('web.reviews.window')}
      windowTitle={t('web.reviews.window')}
      lead={reviews && <span className="tab-num">{getLead(t, reviews)}</span>}
      back={back}
      data={query}
    >
      {() => reviews && <Content reviews={reviews} />}
    </Screen>
  );
}

JobReviewsScreen.firstQueries = ({ id }: Address) => [jobReviewsQuery(id)];

function Content({ reviews }: { reviews: JobReviews }) {
  const t = useT();
  const { own, others, other, abilities } = reviews;
  const { write } = abilities;
  if (others || (own && own.state !== 'sealed')) return <Opened reviews={reviews} />;
  return (
    <Columns aside={<SealedReview reviews={reviews} />}>
      {write.allowed ? (
        <ReviewForm key={own?.writtenAt ?? 'new'} reviews={reviews} />
      ) : (
        <>
          <Note>{t(write.reason)}</Note>
          {own && (
            <Sheet>
              <ReviewText
                review={own}
                heading={t('web.reviews.youAbout', { name: other.firstName })}
                answeredBy={other.firstName}
                isOwn
              />
            </Sheet>
          )}
        </>
      )}
    </Columns>
  );
}

/** What each wrote of the other, and the replies. */
function Opened({ reviews }: { reviews: JobReviews }) {
  const t = useT();
  const { own, others, other, abilities, jobId } = reviews;
  const name = other.firstName;
  const openedAt = (others ?? own)?.openedAt;
  return (
    <Sheet title={openedAt ? t('web.reviews.openedOn', { date: formatDate(t, openedAt) }) : undefined}>
      {others ? (
        <ReviewText
          review={others}
          heading={t('web.reviews.aboutYou', { name })}
          answeredBy={t('web.reviews.you')}
          isOwn={false}
        />
      ) : (
        <p className="mut">{t('web.reviews.otherNone', { name })}</p>
      )}
      {abilities.reply.allowed && <ReplyForm jobId={jobId} />}
      {own ? (
        <ReviewText review={own} heading={t('web.reviews.youAbout', { name })} answeredBy={name} isOwn />
      ) : (
        <p className="mut">{t('web.reviews.ownNone')}</p>
      )}
    </Sheet>
  );
}

function getTitle(t: Translate, { side, other, own, others }: JobReviews): string {
  if (others || (own && own.state !== 'sealed')) return t('web.reviews.window');
  const name = other.firstName;
  return t(side === 'poster' ? 'web.reviews.howWasWorkOf' : 'web.reviews.howWasWorkingFor', { name });
}

function getLead(t: Translate, { jobNumber, releasedPaise, endedAt }: JobReviews): string {
  if (endedAt === null) return t('web.reviews.leadRunning', { number: jobNumber });
  const date = formatDate(t, endedAt);
  return releasedPaise === 0
    ? t('web.reviews.leadUnpaid', { number: jobNumber, date })
    : t('web.reviews.lead', { number: jobNumber, amount: formatRupees(releasedPaise), date });
}
