import '../contracts.css';
import type { ContractSummary } from '@fws/contract/contracts/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Name } from '../../../ui/index.ts';
import { AwardedDocket } from '../../jobs/index.ts';

/** A job awarded to the worker: who posted it, and how much is held for the work. */
export function MyJobDocket({ job }: { job: ContractSummary }) {
  const t = useT();
  return (
    <AwardedDocket
      job={job}
      to={paths.myJob(job.jobId)}
      totalName={t('web.jobs.yourQuote')}
      facts={[
        { label: t('web.contracts.poster'), value: <Name>{job.poster.name}</Name> },
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
