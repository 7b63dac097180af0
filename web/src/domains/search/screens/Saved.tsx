import '../results.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SavedJob, SavedSearch } from '@fws/contract/search/schemas';
import { DAILY_ALERT_HOUR } from '@fws/contract/search/model';
import { useSearchParams, Link, type Address } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import {
  Badge,
  Button,
  ButtonLink,
  Empty,
  LoadMore,
  Row,
  Rows,
  Screen,
  Sheet,
  Tabs,
} from '../../../ui/index.ts';
import { JobDocket, setSaved, stateNames } from '../../jobs/index.ts';
import { frequencyNames } from '../components/FrequencyField.tsx';
import { buildPath } from '../savedPath.ts';
import { useSavedSearchText } from '../savedSearchText.ts';
import { savedJobPages, savedSearchPages, useChangeFrequency, useRemoveSearch } from '../searchApi.ts';

/** Saved jobs and saved searches. */
export default function Saved() {
  const [params] = useSearchParams();
  return params.get('tab') === 'searches' ? <SavedSearches /> : <SavedJobs />;
}

Saved.firstQueries = ({ search }: Address) => [
  search.get('tab') === 'searches' ? savedSearchPages() : savedJobPages(),
];

function SavedTabs({ current }: { current: 'jobs' | 'searches' }) {
  const t = useT();
  return (
    <Tabs
      label={t('shell.saved')}
      items={[
        { key: 'jobs', to: paths.saved(), label: t('web.search.savedJobs') },
        { key: 'searches', to: paths.savedSearches(), label: t('web.search.savedSearches') },
      ]}
      current={current}
    />
  );
}

function SavedJobs() {
  const t = useT();
  const list = useInfiniteQuery(savedJobPages());
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const empty = (
    <Empty
      title={t('web.search.noSavedJobs')}
      action={<ButtonLink to={paths.home()}>{t('shell.findJobs')}</ButtonLink>}
    >
      {t('web.search.noSavedJobsWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.saved')}
      windowTitle={t('web.search.savedJobs')}
      data={list}
      tabs={<SavedTabs current="jobs" />}
      empty={items.length === 0 && empty}
    >
      {items.map((item) => (
        <SavedJobCard key={item.jobId} item={item} />
      ))}
      <LoadMore list={list} />
    </Screen>
  );
}

function SavedJobCard({ item: { job, jobId, number, title } }: { item: SavedJob }) {
  const t = useT();
  if (job)
    return (
      <JobDocket
        job={job}
        to={paths.job(jobId)}
        linkText={t('web.jobs.view')}
        badge={job.state === 'open' ? undefined : <Badge>{t(stateNames[job.state])}</Badge>}
        share
      />
    );
  return (
    <Sheet>
      <Rows>
        <Row
          title={title}
          detail={`${t('web.jobs.number', { number })} · ${t('web.search.notOpen')}`}
          action={
            <Button onClick={() => void setSaved({ id: jobId, title }, false)}>
              {t('web.search.remove')}
            </Button>
          }
        />
      </Rows>
    </Sheet>
  );
}

function SavedSearches() {
  const t = useT();
  const list = useInfiniteQuery(savedSearchPages());
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const empty = (
    <Empty
      title={t('web.search.noSavedSearches')}
      action={<ButtonLink to={paths.home()}>{t('shell.findJobs')}</ButtonLink>}
    >
      {t('web.search.noSavedSearchesWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.saved')}
      windowTitle={t('web.search.savedSearches')}
      data={list}
      tabs={<SavedTabs current="searches" />}
      empty={items.length === 0 && empty}
    >
      <Sheet>
        <ul className="saved-searches">
          {items.map((search) => (
            <SavedSearchRow key={search.id} search={search} />
          ))}
        </ul>
        <LoadMore list={list} />
      </Sheet>
    </Screen>
  );
}

function SavedSearchRow({ search }: { search: SavedSearch }) {
  const t = useT();
  const online = useOnline();
  const { title, detail } = useSavedSearchText(search);
  const remove = useRemoveSearch();
  const change = useChangeFrequency();
  const other = search.frequency === 'daily' ? 'at_once' : 'daily';
  const showError = (error: Error) => toast.error(error.message);
  return (
    <li>
      <div>
        <Link to={buildPath(search)}>{title}</Link>
        {detail !== '' && <p className="t2 mut">{detail}</p>}
        <p className="t2">
          {t(frequencyNames[search.frequency], { hour: DAILY_ALERT_HOUR })} ·{' '}
          {t('web.search.newJobs', { count: search.newJobs })}
        </p>
      </div>
      <div className="btn-row">
        <Button
          disabled={!online}
          busy={change.isPending}
          onClick={() => change.mutate({ ...search, frequency: other }, { onError: showError })}
        >
          {t(`web.search.change.${other}`)}
        </Button>
        <Button
          disabled={!online}
          busy={remove.isPending}
          aria-label={t('web.search.removeSearch', { search: title })}
          onClick={() =>
            remove.mutate(search.id, {
              onSuccess: () => toast.success(t('web.search.removed')),
              onError: showError,
            })
          }
        >
          {t('web.search.remove')}
        </Button>
      </div>
    </li>
  );
}
