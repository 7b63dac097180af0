import '../job.css';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Button, Icon, IconButton, Sheet, VerifiedMark } from '../../../ui/index.ts';
import { Photos } from '../../../ui/Photos.tsx';
import { setSaved } from '../savedApi.ts';
import { JobDetails } from './JobDetails.tsx';
import { useShare } from './useShare.tsx';

/** Everything about a job, under its own title. */
export function JobSheet({ job }: { job: JobDetail }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { share, shareDialog } = useShare(job);
  return (
    <Sheet>
      <div className="dk-top">
        <b>{t('web.jobs.number', { number: job.number })}</b>
        <span>{t('web.jobs.postedAgo', { ago: timeAgo(job.postedAt) })}</span>
        {job.state === 'open' && (
          <IconButton
            icon="bookmark"
            label={t('ui.save', { name: t('web.jobs.number', { number: job.number }) })}
            aria-pressed={job.saved}
            onClick={() => void setSaved(job, !job.saved)}
          />
        )}
        <Button variant="quiet" icon="share" className="job-share" onClick={share}>
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
      <div className="job-photos">
        <Photos photos={job.photos} />
      </div>
      <JobDetails job={job} />
      {shareDialog}
    </Sheet>
  );
}
