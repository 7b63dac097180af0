import '../job.css';
import type { Job } from '@fws/contract/jobs/schemas';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { Facts, Rule, SkillList } from '../../../ui/index.ts';
import { MaskedText } from '../../../ui/MaskedText.tsx';
import { formatBudget, termNames } from '../labels.ts';
import { AttachmentFile } from './AttachmentFile.tsx';
import { TermShape } from './TermShape.tsx';

/** Everything about a job except its title and place. */
export function JobDetails({ job }: { job: Job }) {
  const t = useT();
  return (
    <>
      <JobFacts job={job} />
      <Rule />
      {job.description !== '' && (
        <>
          <h3 className="job-h">{t('web.jobs.about')}</h3>
          <MaskedText className="job-text" text={job.description} />
        </>
      )}
      <h3 className="job-h">{t('web.jobs.skills')}</h3>
      <SkillList skills={job.skills} />
      {job.attachment && (
        <>
          <h3 className="job-h">{t('web.jobs.attachment')}</h3>
          <AttachmentFile file={job.attachment} />
        </>
      )}
    </>
  );
}

function JobFacts({ job }: { job: Job }) {
  const t = useT();
  return (
    <div className="job-facts">
      <Facts
        items={[
          { label: t('web.jobs.budget'), value: <b className="job-amount">{formatBudget(t, job.budget)}</b> },
          { label: t('web.jobs.quotesReceivedLabel'), value: job.quotesReceived },
          {
            label: t('web.jobs.paymentTerm'),
            value: (
              <>
                {t(termNames[job.paymentTerm])}
                <TermShape term={job.paymentTerm} />
              </>
            ),
          },
          { label: t('web.jobs.closeDate'), value: formatDate(t, job.closesOn) },
          { label: t('web.jobs.takeWork'), value: formatDate(t, job.takeWorkOn) },
        ]}
      />
    </div>
  );
}
