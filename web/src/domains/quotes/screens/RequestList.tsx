import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paths } from '../../../app/paths.ts';
import { timeAgo, useT } from '../../../platform/i18n/index.ts';
import { Button, Columns, Screen, Sheet } from '../../../ui/index.ts';
import { JobDetails, jobQuery, shareJob } from '../../jobs/index.ts';
import { Requests } from '../components/Requests.tsx';

/** A job of the poster's: the quotes on it first, then what it says. */
export default function RequestList() {
  const t = useT();
  const { id = '' } = useParams();
  const query = useQuery(jobQuery(id));
  const job = query.data;
  const share = job && (
    <Button icon="share" onClick={() => void shareJob(job)}>
      {t('web.jobs.share')}
    </Button>
  );
  return (
    <Screen
      title={job?.title ?? t('web.quotes.requests')}
      lead={job && t('web.quotes.jobLead', { number: job.number, ago: timeAgo(job.postedAt) })}
      back={{ to: paths.postedJobs(), label: t('web.quotes.backToPosted') }}
      action={share}
      data={query}
    >
      {() =>
        job && (
          <Columns
            wideAside
            aside={
              <Sheet title={job.location}>
                <JobDetails job={job} />
              </Sheet>
            }
          >
            <Requests job={job} />
          </Columns>
        )
      }
    </Screen>
  );
}
