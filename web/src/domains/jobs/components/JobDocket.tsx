import '../jobs.css';
import type { FoundJob } from '@fws/contract/jobs/schemas';
import type { ReactNode } from 'react';
import { formatDate, useT, useTimeAgo, type Translate } from '../../../platform/i18n/index.ts';
import { Docket } from '../../../ui/index.ts';
import { budgetNames, formatBudget, termNames } from '../labels.ts';
import { AttachmentLink } from './AttachmentLink.tsx';
import { TermShape } from './TermShape.tsx';
import { useShare } from './useShare.tsx';

type Props = {
  job: FoundJob;
  to: string;
  linkText: string;
  badge?: ReactNode;
  share?: boolean;
  foot?: ReactNode;
};

/** With its distance from where the reader searches. */
const formatPlace = (t: Translate, { location, distanceKm: km }: FoundJob): string =>
  km === undefined ? location : `${location} · ${km < 1 ? t('web.jobs.near') : t('web.jobs.away', { km })}`;

const toggleSaved = async (job: FoundJob): Promise<void> =>
  (await import('../savedApi.ts')).setSaved(job, !job.saved);

/** A job as a card that links to it. With `share` it can be shared and saved. */
export function JobDocket({ job, to, linkText, badge, share: mayShare, foot }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { share, shareDialog } = useShare(job);
  return (
    <>
      <Docket
        number={t('web.jobs.number', { number: job.number })}
        posted={t('web.jobs.postedAgo', { ago: timeAgo(job.postedAt) })}
        title={job.title}
        to={to}
        place={formatPlace(t, job)}
        verified={job.verified}
        badge={badge}
        skills={job.skills}
        amount={formatBudget(t, job.budget)}
        budgetType={t(budgetNames[job.budget.kind])}
        term={t(termNames[job.paymentTerm])}
        termGlyph={<TermShape term={job.paymentTerm} />}
        facts={[
          { label: t('web.jobs.closes'), value: formatDate(t, job.closesOn) },
          { label: t('web.jobs.quotes'), value: t('web.jobs.quotesReceived', { count: job.quotesReceived }) },
        ]}
        attachment={job.attachment ? <AttachmentLink file={job.attachment} /> : undefined}
        cover={
          job.coverUrl === null
            ? null
            : { url: job.coverUrl, count: t('web.jobs.photos', { count: job.photoCount }) }
        }
        linkText={linkText}
        foot={foot}
        {...(mayShare && { onShare: share, saved: job.saved, onSave: () => void toggleSaved(job) })}
      />
      {shareDialog}
    </>
  );
}
