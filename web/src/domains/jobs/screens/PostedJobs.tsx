import { useInfiniteQuery } from '@tanstack/react-query';
import type { OwnJob } from '@fws/contract/jobs/schemas';
import type { HeldBack } from '@fws/contract/safety/schemas';
import { Link, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { paths } from '../../../platform/router/paths.ts';
import { formatDate, formatMoment, useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Badge, ButtonLink, Empty, LoadMore, Name, Screen, Tabs } from '../../../ui/index.ts';
import { PushOffer } from '../../notifications/index.ts';
import { awardedJobPages, postedJobPages } from '../ownApi.ts';
import { AwardedDocket } from '../components/AwardedDocket.tsx';
import { JobDocket } from '../components/JobDocket.tsx';
import { stateNames } from '../labels.ts';

/** "Jobs I posted": those waiting for quotes, and those awarded. */
export default function PostedJobs() {
  const [search] = useSearchParams();
  return search.get('tab') === 'awarded' ? <Awarded /> : <Posted />;
}

PostedJobs.firstQueries = ({ search }: Address) => [
  search.get('tab') === 'awarded' ? awardedJobPages() : postedJobPages(),
];

function ContractTabs({ current }: { current: 'posted' | 'awarded' }) {
  const t = useT();
  return (
    <Tabs
      label={t('shell.posted')}
      items={[
        { key: 'posted', to: paths.postedJobs(), label: t('web.jobs.mine.posted') },
        { key: 'awarded', to: `${paths.postedJobs()}?tab=awarded`, label: t('web.jobs.mine.awarded') },
      ]}
      current={current}
    />
  );
}

function Posted() {
  const t = useT();
  const jobs = useInfiniteQuery(postedJobPages());
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  const emptyState = (
    <Empty
      title={t('web.jobs.mine.nonePosted')}
      action={
        <ButtonLink to={paths.postJob()} variant="primary">
          {t('shell.postJob')}
        </ButtonLink>
      }
    >
      {t('web.jobs.mine.nonePostedWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.posted')}
      data={jobs}
      tabs={<ContractTabs current="posted" />}
      empty={rows.length === 0 && emptyState}
    >
      {rows.map((job) => (
        <JobDocket
          key={job.id}
          job={job}
          to={paths.requests(job.id)}
          linkText={t('web.jobs.mine.viewRequests', { count: job.quotesReceived })}
          badge={job.state === 'open' ? undefined : <Badge>{t(getStateName(job))}</Badge>}
          {...(job.heldBack && { foot: <HeldBackFoot heldBack={job.heldBack} /> })}
        />
      ))}
      <LoadMore list={jobs} />
      <PushOffer />
    </Screen>
  );
}

const getStateName = ({ state, heldBack }: OwnJob): MessageId =>
  heldBack ? `web.jobs.held.is.${heldBack.reason}` : stateNames[state];

function HeldBackFoot({ heldBack }: { heldBack: HeldBack }) {
  const t = useT();
  const { reason, takedownId, until } = heldBack;
  if (takedownId !== null)
    return (
      <p className="t2">
        <Link to={paths.takedown(takedownId)}>
          {t(reason === 'change_asked' ? 'web.jobs.held.whatToChange' : 'web.jobs.held.why')}
        </Link>
      </p>
    );
  return (
    <p className="t2 mut">
      {t('web.jobs.held.waits')}{' '}
      {until !== null && t('web.jobs.held.until', { time: formatMoment(t, until) })}
    </p>
  );
}

function Awarded() {
  const t = useT();
  const jobs = useInfiniteQuery(awardedJobPages());
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  const emptyState = (
    <Empty
      title={t('web.jobs.mine.noneAwarded')}
      action={<ButtonLink to={paths.postedJobs()}>{t('web.jobs.mine.posted')}</ButtonLink>}
    >
      {t('web.jobs.mine.noneAwardedWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.posted')}
      data={jobs}
      tabs={<ContractTabs current="awarded" />}
      empty={rows.length === 0 && emptyState}
    >
      {rows.map((job) => (
        <AwardedDocket
          key={job.jobId}
          job={job}
          to={paths.awardedJob(job.jobId)}
          totalName={t('web.jobs.mine.agreed')}
          facts={[
            { label: t('web.jobs.awardedTo'), value: <Name>{job.worker.name}</Name> },
            { label: t('web.jobs.closes'), value: formatDate(t, job.closesOn) },
            {
              label: t('web.jobs.mine.paid'),
              value: t('web.jobs.mine.milestonesPaid', {
                released: job.releasedCount,
                count: job.milestoneCount,
              }),
            },
          ]}
          linkText={t('web.jobs.view')}
        />
      ))}
      <LoadMore list={jobs} />
    </Screen>
  );
}
