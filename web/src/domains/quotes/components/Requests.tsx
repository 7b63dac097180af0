import '../quotes.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/router/index.ts';
import type { Job } from '@fws/contract/jobs/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Button, ButtonLink, Empty, LoadError, LoadMore, Note, Sheet, Skeleton } from '../../../ui/index.ts';
import { useShare } from '../../jobs/index.ts';
import { requestPages } from '../api.ts';
import { CompareQuotes } from './CompareQuotes.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { RequestRow } from './RequestRow.tsx';

/** The URL parameter that names the open quote. */
const OPEN_PARAM = 'quote';

/** The quotes on a job. One of them opens in a dialog. */
export function Requests({ job }: { job: Job }) {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const requests = useInfiniteQuery(requestPages(String(job.id)));
  const quotes = requests.data?.pages.flatMap((page) => page.items) ?? [];
  const open = quotes.find((quote) => String(quote.id) === search.get(OPEN_PARAM));
  const close = () => setSearch({});
  return (
    <Sheet title={t('web.quotes.requests')} id="requests">
      {requests.isPending && <Skeleton />}
      {requests.error && <LoadError error={requests.error} onRetry={requests.refetch} />}
      {job.state !== 'open' && job.state !== 'withheld' && <JobClosed job={job} />}
      {requests.data && quotes.length === 0 && <NoRequests job={job} />}
      <CompareQuotes quotes={quotes} />
      {quotes.map((quote) => (
        <RequestRow key={quote.id} quote={quote} to={`?${OPEN_PARAM}=${quote.id}`} />
      ))}
      <LoadMore list={requests} />
      {open && <RequestDialog quote={open} onClose={close} />}
    </Sheet>
  );
}

/** No more quotes can be accepted. An awarded job continues on its own screen. */
function JobClosed({ job }: { job: Job }) {
  const t = useT();
  const awarded = job.state !== 'expired' && job.state !== 'cancelled';
  return (
    <Note
      action={
        awarded && (
          <ButtonLink variant="quiet" to={paths.awardedJob(job.id)}>
            {t('web.jobs.toJob')}
          </ButtonLink>
        )
      }
    >
      {t(awarded ? 'web.quotes.jobAwarded' : 'web.quotes.jobClosed')}
    </Note>
  );
}

function NoRequests({ job }: { job: Job }) {
  const t = useT();
  const { share, shareDialog } = useShare(job);
  // Nobody is shown it.
  if (job.state === 'withheld') return <Empty title={t('web.quotes.noRequests')} />;
  return (
    <>
      <Empty
        title={t('web.quotes.noRequests')}
        action={
          <Button icon="share" onClick={share}>
            {t('web.jobs.share')}
          </Button>
        }
      >
        {t('web.quotes.noRequestsWhy')}
      </Empty>
      {shareDialog}
    </>
  );
}
