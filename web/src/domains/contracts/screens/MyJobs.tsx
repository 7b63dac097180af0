import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, FieldGroup, LoadMore, RadioPick, Screen, Tabs } from '../../../ui/index.ts';
import { myJobPages } from '../api.ts';
import { MyJobDocket } from '../components/MyJobDocket.tsx';
import { filters, readJobsView, toSearch } from '../jobsView.ts';
import type { JobsView } from '../jobsView.ts';
import { filterNames } from '../labels.ts';

/** "Jobs I'm doing": the jobs awarded to this worker, newest first. */
export default function MyJobs() {
  const t = useT();
  const [search] = useSearchParams();
  const view = readJobsView(search);
  const jobs = useInfiniteQuery(myJobPages(view));
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('shell.doing')}
      data={jobs}
      tabs={<ViewTabs view={view} />}
      empty={rows.length === 0 && <NoJobs view={view} />}
    >
      {rows.map((job) => (
        <MyJobDocket key={job.jobId} job={job} />
      ))}
      <LoadMore list={jobs} />
    </Screen>
  );
}

MyJobs.firstQueries = ({ search }: Address) => [myJobPages(readJobsView(search))];

const buildUrl = (view: JobsView) => `${paths.myJobs()}${toSearch(view)}`;

function ViewTabs({ view }: { view: JobsView }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <Tabs
        label={t('shell.doing')}
        items={[
          {
            key: 'ongoing',
            to: buildUrl({ scope: 'ongoing', filter: 'all' }),
            label: t('web.contracts.tab.ongoing'),
          },
          { key: 'all', to: buildUrl({ scope: 'all', filter: 'all' }), label: t('web.contracts.tab.all') },
        ]}
        current={view.scope}
      />
      {view.scope === 'all' && (
        <div className="con-filter">
          <FieldGroup label={t('web.contracts.filter')}>
            <RadioPick
              name="show"
              value={view.filter}
              options={filters.map((filter) => ({ value: filter, label: t(filterNames[filter]) }))}
              onChange={({ target }) => {
                const filter = filters.find((option) => option === target.value) ?? 'all';
                navigate(buildUrl({ scope: 'all', filter }), {
                  replace: true,
                });
              }}
            />
          </FieldGroup>
        </div>
      )}
    </>
  );
}

function NoJobs({ view }: { view: JobsView }) {
  const t = useT();
  if (view.filter !== 'all')
    return (
      <Empty
        title={t('web.contracts.noneFound')}
        action={
          <ButtonLink to={buildUrl({ scope: 'all', filter: 'all' })}>{t('web.jobs.list.showAll')}</ButtonLink>
        }
      />
    );
  return (
    <Empty
      title={t(view.scope === 'ongoing' ? 'web.contracts.noneOngoing' : 'web.contracts.none')}
      action={
        <ButtonLink to={paths.home()} variant="primary">
          {t('shell.findJobs')}
        </ButtonLink>
      }
    >
      {t('web.contracts.noneWhy')}
    </Empty>
  );
}
