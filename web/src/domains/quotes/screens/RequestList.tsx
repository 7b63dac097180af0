import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Columns, Screen } from '../../../ui/index.ts';
import { jobQuery, JobSheet } from '../../jobs/index.ts';
import { Requests } from '../components/Requests.tsx';

/** A job of the poster's, and the quotes on it. */
export default function RequestList() {
  const t = useT();
  const { id = '' } = useParams();
  const job = useQuery(jobQuery(id));
  return (
    <Screen
      title={job.data ? t('web.jobs.number', { number: job.data.number }) : t('web.quotes.job')}
      back={{ to: paths.postedJobs(), label: t('web.quotes.backToPosted') }}
      data={job}
      hideTitle
    >
      {() =>
        job.data && (
          <Columns aside={<Requests job={job.data} />} wideAside>
            <JobSheet job={job.data} />
          </Columns>
        )
      }
    </Screen>
  );
}
