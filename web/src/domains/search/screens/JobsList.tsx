import { Suspense, useEffect, type ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { hasSearchWord } from '@fws/contract/platform/text';
import { useSearchParams, type Address } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { lazyScreen, useT } from '../../../platform/i18n/index.ts';
import {
  ButtonLink,
  Columns,
  DESKTOP_PX,
  Empty,
  LoadError,
  LoadMore,
  Screen,
  Skeleton,
  SkeletonList,
  useMinWidth,
} from '../../../ui/index.ts';
import { JobDocket } from '../../jobs/index.ts';
import { Today, todayQuery } from '../../today/index.ts';
import { jobPages } from '../api.ts';
import { JobFilters } from '../components/JobFilters.tsx';
import { SearchBox } from '../components/SearchBox.tsx';
import { isFiltered, readFilter, toParams, type JobFilter } from '../filter.ts';

const HomeAside = lazyScreen(['search'], () => import('../components/HomeAside.tsx'));
const CountLine = lazyScreen(['search'], () => import('../components/CountLine.tsx'));
const NothingFound = lazyScreen(['search'], () => import('../components/NothingFound.tsx'));

/** The worker's home: jobs to quote on, all or those that a search finds. */
export default function JobsList() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const searched = isFiltered(filter);
  const show = (next: JobFilter) => setParams(toParams(next));
  useRemembered(filter);
  const before = (
    <>
      <SearchBox filter={filter} onShow={show} />
      {!searched && <Today />}
    </>
  );
  return (
    <Screen
      title={t('web.jobs.list.title')}
      windowTitle={filter.search || undefined}
      data={null}
      before={before}
      hideTitle={searched}
    >
      <JobFilters filter={filter} onShow={show} />
      <Jobs filter={filter} onShow={show} showAll={params.has('all')} />
    </Screen>
  );
}

JobsList.firstQueries = ({ search }: Address) => {
  const filter = readFilter(search);
  return isFiltered(filter) ? [jobPages(filter)] : [jobPages(filter), todayQuery()];
};

/** Keeps what was searched for on this device. */
function useRemembered(filter: JobFilter): void {
  const address = hasSearchWord(filter.search) ? toParams(filter).toString() : '';
  useEffect(() => {
    if (address !== '') void import('../recent.ts').then(({ rememberSearch }) => rememberSearch(address));
  }, [address]);
}

type Props = { filter: JobFilter; onShow: (filter: JobFilter) => void; showAll: boolean };

function Jobs({ filter, onShow, showAll }: Props) {
  const t = useT();
  const [params] = useSearchParams();
  const jobs = useInfiniteQuery(jobPages(filter));
  if (jobs.isPending)
    return (
      <WithAside>
        <Skeleton>
          <SkeletonList rows={JOBS_FIRST} />
        </Skeleton>
      </WithAside>
    );
  if (!jobs.data) return <LoadError error={jobs.error} onRetry={jobs.refetch} />;
  const searched = isFiltered(filter);
  const shown = jobs.data.pages.flatMap((page) => page.items).slice(0, showAll ? undefined : JOBS_FIRST);
  if (shown.length === 0 && searched)
    return (
      <Suspense fallback={<Skeleton />}>
        <NothingFound filter={filter} onShow={onShow} />
      </Suspense>
    );
  return (
    <WithAside>
      {searched && (
        <Suspense fallback={<div className="count" />}>
          <CountLine filter={filter} total={jobs.data.pages[0]?.total ?? null} />
        </Suspense>
      )}
      {jobs.error && <LoadError error={jobs.error} onRetry={jobs.refetch} />}
      {shown.length === 0 && <NoJobs />}
      {shown.map((job) => (
        <JobDocket key={job.id} job={job} to={paths.job(job.id)} linkText={t('web.jobs.view')} share />
      ))}
      {showAll ? (
        <LoadMore list={jobs} />
      ) : (
        jobs.hasNextPage && (
          <ButtonLink to={`?${addAllParam(params)}`} block className="job-all">
            {t('web.jobs.viewAll')}
          </ButtonLink>
        )
      )}
    </WithAside>
  );
}

function WithAside({ children }: { children: ReactNode }) {
  const wide = useMinWidth(DESKTOP_PX);
  return <Columns aside={<Suspense>{wide && <HomeAside />}</Suspense>}>{children}</Columns>;
}

function addAllParam(search: URLSearchParams): string {
  const params = new URLSearchParams(search);
  params.set('all', '1');
  return params.toString();
}

function NoJobs() {
  const t = useT();
  return (
    <Empty
      title={t('web.jobs.list.none')}
      action={<ButtonLink to={paths.postJob()}>{t('shell.postJob')}</ButtonLink>}
    >
      {t('web.jobs.list.noneWhy')}
    </Empty>
  );
}
