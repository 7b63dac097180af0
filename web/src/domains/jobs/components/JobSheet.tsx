import '../jobs.css';
import type { Job } from '@fws/contract/jobs/model';
import { formatDate, timeAgo, useT } from '../../../platform/i18n/index.ts';
import { Button, Facts, Icon, Rule, Sheet, SkillList, VerifiedMark } from '../../../ui/index.ts';
import { shareJob } from '../share.ts';
import { budgetText, termNames } from '../words.ts';
import { AttachmentFile } from './AttachmentFile.tsx';
import { TermShape } from './TermShape.tsx';

/** Everything a job says. */
export function JobSheet({ job }: { job: Job }) {
  const t = useT();
  return (
    <Sheet>
      <div className="dk-top">
        <b>{t('web.jobs.number', { number: job.number })}</b>
        <span>{t('web.jobs.postedAgo', { ago: timeAgo(job.postedAt) })}</span>
        <Button variant="quiet" icon="share" className="job-share" onClick={() => void shareJob(job)}>
          <span className="job-share-text">{t('web.jobs.share')}</span>
        </Button>
      </div>
      <h2 className="job-title">{job.title}</h2>
      <div className="dk-sub">
        <span>
          <Icon name="pin" />
          {job.location}
        </span>
        {job.verified && <VerifiedMark>{t('web.jobs.verified')}</VerifiedMark>}
      </div>
      <JobFacts job={job} />
      <Rule />
      {job.description !== '' && (
        <>
          <h3 className="job-h">{t('web.jobs.about')}</h3>
          <p className="job-text">{job.description}</p>
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
    </Sheet>
  );
}

function JobFacts({ job }: { job: Job }) {
  const t = useT();
  return (
    <div className="job-facts">
      <Facts
        items={[
          { label: t('web.jobs.budget'), value: <b className="job-amount">{budgetText(t, job.budget)}</b> },
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
          { label: t('web.jobs.closeDate'), value: formatDate(job.closesOn) },
          { label: t('web.jobs.takeWork'), value: formatDate(job.takeWorkOn) },
        ]}
      />
    </div>
  );
}
