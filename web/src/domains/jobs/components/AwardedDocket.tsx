import type { ContractSummary } from '@fws/contract/contracts/schemas';
import { formatDate, formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Docket, type Fact } from '../../../ui/index.ts';
import { termNames } from '../labels.ts';
import { ContractBadge, listStatusFacts } from './ContractStatus.tsx';
import { TermShape } from './TermShape.tsx';

type Props = {
  job: ContractSummary;
  to: string;
  /** What the total is to the reader. */
  totalName: string;
  /** What the reader's side sees below what the job waits for. */
  facts: readonly Fact[];
  linkText: string;
};

/** An awarded job as a card that links to it. */
export function AwardedDocket({ job, to, totalName, facts, linkText }: Props) {
  const t = useT();
  return (
    <Docket
      number={t('web.jobs.number', { number: job.jobNumber })}
      posted={t('web.jobs.awardedOn', { date: formatDate(t, job.awardedAt) })}
      title={job.title}
      to={to}
      place={job.location}
      badge={<ContractBadge job={job} />}
      skills={job.skills}
      amount={formatRupees(job.totalPaise)}
      budgetType={totalName}
      term={t(termNames[job.term])}
      termGlyph={<TermShape term={job.term} />}
      facts={[...listStatusFacts(t, job.status), ...facts]}
      linkText={linkText}
    />
  );
}
