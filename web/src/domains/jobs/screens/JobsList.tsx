import { lazy, Suspense } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from '../../../platform/router/index.ts';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import {
  ButtonLink,
  Columns,
  Empty,
  LoadError,
  LoadMore,
  Screen,
  Skeleton,
  SkeletonList,
} from '../../../ui/index.ts';
import { Today } from '../../today/index.ts';
import { jobPages } from '../api.ts';
import { JobDocket } from '../components/JobDocket.tsx';
import { JobFilters } from '../components/JobFilters.tsx';
import { DESKTOP_PX, useMinWidth } from '../useMinWidth.ts';
import { getFilterKind, readFilter, toFilterSearch } from '../filter.ts';
import type { JobFilter } from '../filter.ts';

const PassbookAside = lazy(() => import('../components/PassbookAside.tsx'));

/** The worker's home: jobs to quote on. */
export default function JobsList() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const wide = useMinWidth(DESKTOP_PX);
  return (
    <Screen title={t('web.jobs.list.title')} lead={t('web.jobs.list.lead')} data={null} before={<Today />}>
      <Columns aside={<Suspense>{wide && <PassbookAside />}</Suspense>}>
        <JobFilters filter={filter} onChoose={(kind, value) => setSearch(toFilterSearch(kind, value))} />
        <Jobs filter={filter} showAll={search.has('all')} />
      </Columns>
    </Screen>
  );
}

function Jobs({ filter, showAll }: { filter: JobFilter; showAll: boolean }) {
  const t = useT();
  const [search] = useSearchParams();
  const jobs = useInfiniteQuery(jobPages(filter));
  if (jobs.isPending)
    return (
      <Skeleton>
        <SkeletonList rows={JOBS_FIRST} />
      </Skeleton>
    );
  if (!jobs.data) return <LoadError error={jobs.error} onRetry={jobs.refetch} />;
  const shown = jobs.data.pages.flatMap((page) => page.items).slice(0, showAll ? undefined : JOBS_FIRST);
  if (shown.length === 0) return <NoJobs filter={filter} />;
  return (
    <>
      {jobs.error && <LoadError error={jobs.error} onRetry={jobs.refetch} />}
      {shown.map((job) => (
        <JobDocket key={job.id} job={job} to={paths.job(job.id)} linkText={t('web.jobs.view')} share />
      ))}
      {showAll ? (
        <LoadMore list={jobs} />
      ) : (
        jobs.hasNextPage && (
          <ButtonLink to={`?${addAllParam(search)}`} block className="job-all">
            {t('web.jobs.viewAll')}
          </ButtonLink>
        )
      )}
    </>
  );
}

function addAllParam(search: URLSearchParams): string {
  const params = new URLSearchParams(search);
  params.set('all', '1');
  return params.toString();
}

function NoJobs({ filter }: { filter: JobFilter }) {
  const t = useT();
  const filtered = getFilterKind(filter) !== 'sort';
  return (
    <Empty
      title={t(filtered ? 'web.jobs.list.noneFound' : 'web.jobs.list.none')}
      action={
        filtered ? (
          <ButtonLink to={paths.home()}>{t('web.jobs.list.showAll')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.postJob()}>{t('shell.postJob')}</ButtonLink>
        )
      }
    >
      {t(filtered ? 'web.jobs.list.noneFoundWhy' : 'web.jobs.list.noneWhy')}
    </Empty>
  );
}
