import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from '../../../platform/router/index.ts';
import { paths } from '../../../app/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { ButtonLink, Empty, FieldGroup, LoadMore, RadioPick, Screen, Tabs } from '../../../ui/index.ts';
import { myJobPages } from '../api.ts';
import { MyJobDocket } from '../components/MyJobDocket.tsx';
import { filters, readShown, searchOf } from '../shown.ts';
import type { JobsShown } from '../shown.ts';
import { filterNames } from '../words.ts';

/** "Jobs I'm doing": the jobs awarded to this worker, newest first. */
export default function MyJobs() {
  const t = useT();
  const [search] = useSearchParams();
  const shown = readShown(search);
  const jobs = useInfiniteQuery(myJobPages(shown));
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen
      title={t('shell.doing')}
      data={jobs}
      tabs={<ShownTabs shown={shown} />}
      empty={rows.length === 0 && <NoJobs shown={shown} />}
    >
      {rows.map((job) => (
        <MyJobDocket key={job.jobId} job={job} />
      ))}
      <LoadMore list={jobs} />
    </Screen>
  );
}

const address = (shown: JobsShown) => `${paths.myJobs()}${searchOf(shown)}`;

function ShownTabs({ shown }: { shown: JobsShown }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <>
      <Tabs
        label={t('shell.doing')}
        items={[
          {
            key: 'ongoing',
            to: address({ scope: 'ongoing', filter: 'all' }),
            label: t('web.contracts.tab.ongoing'),
          },
          { key: 'all', to: address({ scope: 'all', filter: 'all' }), label: t('web.contracts.tab.all') },
        ]}
        current={shown.scope}
      />
      {shown.scope === 'all' && (
        <div className="con-filter">
          <FieldGroup label={t('web.contracts.filter')}>
            <RadioPick
              name="show"
              value={shown.filter}
              options={filters.map((filter) => ({ value: filter, label: t(filterNames[filter]) }))}
              onChange={({ target }) => {
                const filter = filters.find((one) => one === target.value) ?? 'all';
                navigate(address({ scope: 'all', filter }), {
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

function NoJobs({ shown }: { shown: JobsShown }) {
  const t = useT();
  if (shown.filter !== 'all')
    return (
      <Empty
        title={t('web.contracts.noneFound')}
        action={
          <ButtonLink to={address({ scope: 'all', filter: 'all' })}>{t('web.jobs.list.showAll')}</ButtonLink>
        }
      />
    );
  return (
    <Empty
      title={t(shown.scope === 'ongoing' ? 'web.contracts.noneOngoing' : 'web.contracts.none')}
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
