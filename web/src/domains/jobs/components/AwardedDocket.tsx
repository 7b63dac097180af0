import type { ContractSummary } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Docket } from '../../../ui/index.ts';
import { termNames } from '../labels.ts';
import { ContractBadge, listStatusFacts } from './ContractStatus.tsx';
import { TermShape } from './TermShape.tsx';

/** A job that the poster awarded, and how much of it is paid. */
export function AwardedDocket({ job }: { job: ContractSummary }) {
  const t = useT();
  return (
    <Docket
      number={t('web.jobs.number', { number: job.jobNumber })}
      posted={t('web.jobs.awardedOn', { date: formatDate(t, job.awardedAt) })}
      title={job.title}
      to={paths.awardedJob(job.jobId)}
      place={job.location}
      badge={<ContractBadge job={job} />}
      skills={job.skills}
      amount={formatRupees(job.totalPaise)}
      budgetType={t('web.jobs.mine.agreed')}
      term={t(termNames[job.term])}
      termGlyph={<TermShape term={job.term} />}
      facts={[
        ...listStatusFacts(t, job.status),
        { label: t('web.jobs.awardedTo'), value: job.worker.name },
        { label: t('web.jobs.closes'), value: formatDate(t, job.closesOn) },
        {
          label: t('web.jobs.mine.paid'),
          value: t('web.jobs.mine.milestonesPaid', {
            released: job.releasedCount,
            count: job.milestoneCount,
          }),
        },
      ]}
      linkText={t('web.jobs.view')}
    />
  );
}
