import { Suspense } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, type Address } from '../../../platform/router/index.ts';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Button, Columns, Icon, Screen, Sheet } from '../../../ui/index.ts';
import { JobDetails, jobQuery, useShare } from '../../jobs/index.ts';
import { questionPages, Questions } from '../../conversations/index.ts';
import { PriceSheet } from '../../prices/index.ts';
import { InvitedSheet } from '../../invitations/index.ts';
import { HeldBackNote, OwnHiddenNote } from '../../safety/index.ts';
import { requestPages } from '../api.ts';
import { OwnJobActions } from '../components/OwnJobActions.tsx';
import { Requests } from '../components/Requests.tsx';

/** One of the poster's jobs: its quotes first, then its details. */
export default function RequestList() {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { id = '' } = useParams();
  const query = useQuery(jobQuery(id));
  const requests = useInfiniteQuery(requestPages(id));
  const job = query.data;
  return (
    <Screen
      title={job?.title ?? t('web.quotes.requests')}
      windowTitle={job && t('web.quotes.requestsFor', { job: job.title })}
      lead={job && t('web.quotes.jobLead', { number: job.number, ago: timeAgo(job.postedAt) })}
      back={{ to: paths.postedJobs(), label: t('web.quotes.backToPosted') }}
      // Quotes that arrive later would move the details below them.
      data={!query.isPending && requests.isPending ? requests : query}
    >
      {() =>
        job && (
          <>
            <HeldBackNote heldBack={job.heldBack} />
            <OwnHiddenNote type="job" subject={job} />
            <Columns
              wideAside
              aside={
                <>
                  <JobAside job={job} />
                  <Suspense>
                    <PriceSheet
                      categoryId={job.categoryId}
                      location={job.location}
                      latitude={job.latitude}
                      longitude={job.longitude}
                    />
                  </Suspense>
                </>
              }
            >
              <Requests job={job} />
              <InvitedSheet job={job} />
              <Questions job={job} />
            </Columns>
          </>
        )
      }
    </Screen>
  );
}

RequestList.firstQueries = ({ id }: Address) => [jobQuery(id), requestPages(id), questionPages(id)];

function JobAside({ job }: { job: JobDetail }) {
  const t = useT();
  const { share, shareDialog } = useShare(job);
  const button = job.state !== 'withheld' && (
    <Button variant="quiet" icon="share" onClick={share}>
      {t('web.jobs.share')}
    </Button>
  );
  return (
    <Sheet title={t('web.jobs.job')} action={button}>
      <p className="dk-sub">
        <span>
          <Icon name="pin" />
          {job.location}
        </span>
      </p>
      <JobDetails job={job} />
      <OwnJobActions job={job} />
      {shareDialog}
    </Sheet>
  );
}
