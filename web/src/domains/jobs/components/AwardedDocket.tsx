import type { ContractSummary } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Badge, Docket } from '../../../ui/index.ts';
import { stateNames, termNames } from '../labels.ts';
import { TermShape } from './TermShape.tsx';

/** A job that the poster awarded, and how much of it is paid. */
export function AwardedDocket({ job }: { job: ContractSummary }) {
  const t = useT();
  const done = job.state === 'completed';
  return (
    <Docket
      number={t('web.jobs.number', { number: job.jobNumber })}
      posted={t('web.jobs.awardedOn', { date: formatDate(t, job.awardedAt) })}
      title={job.title}
      to={paths.awardedJob(job.jobId)}
      place={job.location}
      badge={
        <Badge tone={done ? 'released' : 'held'} icon={done ? 'check' : 'doing'}>
          {t(stateNames[job.state])}
        </Badge>
      }
      skills={job.skills}
      amount={formatRupees(job.totalPaise)}
      budgetType={t('web.jobs.mine.agreed')}
      term={t(termNames[job.term])}
      termGlyph={<TermShape term={job.term} />}
      facts={[
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
