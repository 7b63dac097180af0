import '../job.css';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { Button, Icon, IconButton, Sheet, VerifiedMark } from '../../../ui/index.ts';
import { Photos } from '../../../ui/Photos.tsx';
import { ReportButton } from '../../safety/index.ts';
import { setSaved } from '../savedApi.ts';
import { JobDetails } from './JobDetails.tsx';
import { useShare } from './useShare.tsx';

/** Everything about a job, under its own title. */
export function JobSheet({ job }: { job: JobDetail }) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { share, shareDialog } = useShare(job);
  const isOwn = job.posterId === useUser().id;
  const number = t('web.jobs.number', { number: job.number });
  const author = job.poster.name;
  return (
    <Sheet>
      <div className="dk-top">
        <b>{number}</b>
        <span>{t('web.jobs.postedAgo', { ago: timeAgo(job.postedAt) })}</span>
        {job.state === 'open' && (
          <IconButton
            icon="bookmark"
            label={t('ui.save', { name: number })}
            aria-pressed={job.saved}
            onClick={() => void setSaved(job, !job.saved)}
          />
        )}
        {/* Nobody else could open a withheld one. */}
        {job.state !== 'withheld' && (
          <Button variant="quiet" icon="share" className="job-share" onClick={share}>
            <span className="job-share-text">{t('web.jobs.share')}</span>
          </Button>
        )}
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
        <Photos
          photos={job.photos}
          {...(!isOwn && {
            renderAction: ({ id }) => <ReportButton subject={{ type: 'photo', id, title: number, author }} />,
          })}
        />
      </div>
      <JobDetails job={job} />
      {!isOwn && (
        <ReportButton
          className="job-report"
          subject={{ type: 'job', id: job.id, title: `${number}. ${job.title}`, author }}
          name={number}
        />
      )}
      {shareDialog}
    </Sheet>
  );
}
