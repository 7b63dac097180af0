import '../contracts.css';
import type { ContractSummary } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Docket } from '../../../ui/index.ts';
import { ContractBadge, listStatusFacts, TermShape, termNames } from '../../jobs/index.ts';

/** A job awarded to the worker: who posted it, and how much is held for the work. */
export function MyJobDocket({ job }: { job: ContractSummary }) {
  const t = useT();
  return (
    <Docket
      number={t('web.jobs.number', { number: job.jobNumber })}
      posted={t('web.jobs.awardedOn', { date: formatDate(t, job.awardedAt) })}
      title={job.title}
      to={paths.myJob(job.jobId)}
      place={job.location}
      badge={<ContractBadge job={job} />}
      skills={job.skills}
      amount={formatRupees(job.totalPaise)}
      budgetType={t('web.jobs.yourQuote')}
      term={t(termNames[job.term])}
      termGlyph={<TermShape term={job.term} />}
      facts={[
        ...listStatusFacts(t, job.status),
        { label: t('web.contracts.poster'), value: job.poster.name },
        { label: t('ui.bar.held'), value: formatRupees(job.heldPaise) },
        {
          label: t('web.contracts.milestones'),
          value: t('web.contracts.releasedOf', { released: job.releasedCount, count: job.milestoneCount }),
        },
        { label: t('web.contracts.closes'), value: formatDate(t, job.closesOn) },
      ]}
      linkText={t('web.contracts.viewWork')}
    />
  );
}
