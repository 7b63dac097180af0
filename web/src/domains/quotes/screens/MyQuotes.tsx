import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useSearchParams, type Address } from '../../../platform/router/index.ts';
import { ButtonLink, Empty, LoadMore, Screen, Tabs } from '../../../ui/index.ts';
import { PushOffer } from '../../notifications/index.ts';
import { InvitationsTab, ownInvitationPages } from '../../invitations/index.ts';
import { sharedJobPages, ownQuotePages } from '../api.ts';
import { QuoteDocket } from '../components/QuoteDocket.tsx';
import { SharedDocket } from '../components/SharedDocket.tsx';

/** "Jobs I applied": the worker's quotes, newest first, the invitations to quote, and the jobs that friends shared. */
export default function MyQuotes() {
  const [search] = useSearchParams();
  const tab = readTab(search);
  if (tab === 'invitations') return <Invitations />;
  return tab === 'shared' ? <Shared /> : <Quotes />;
}

type Tab = 'quotes' | 'invitations' | 'shared';
const FIRST_QUERIES = { quotes: ownQuotePages, invitations: ownInvitationPages, shared: sharedJobPages };

MyQuotes.firstQueries = ({ search }: Address) => [FIRST_QUERIES[readTab(search)]()];

const readTab = (search: URLSearchParams): Tab =>
  (['invitations', 'shared'] as const).find((tab) => tab === search.get('tab')) ?? 'quotes';

function QuoteTabs({ current }: { current: Tab }) {
  const t = useT();
  return (
    <Tabs
      label={t('shell.applied')}
      items={[
        { key: 'quotes', to: paths.myQuotes(), label: t('web.quotes.mine') },
        { key: 'invitations', to: paths.invitations(), label: t('web.quotes.invitations') },
        { key: 'shared', to: paths.sharedJobs(), label: t('web.quotes.shared') },
      ]}
      current={current}
    />
  );
}

function Quotes() {
  const t = useT();
  const quotes = useInfiniteQuery(ownQuotePages());
  const rows = quotes.data?.pages.flatMap((page) => page.items) ?? [];
  const emptyState = (
    <Empty
      title={t('web.quotes.none')}
      action={
        <ButtonLink to={paths.home()} variant="primary">
          {t('shell.findJobs')}
        </ButtonLink>
      }
    >
      {t('web.quotes.noneWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.applied')}
      back={{ to: paths.home(), label: t('shell.findJobs') }}
      data={quotes}
      tabs={<QuoteTabs current="quotes" />}
      empty={rows.length === 0 && emptyState}
    >
      {rows.map((quote) => (
        <QuoteDocket key={quote.id} quote={quote} />
      ))}
      <LoadMore list={quotes} />
      <PushOffer />
    </Screen>
  );
}

function Invitations() {
  const t = useT();
  return (
    <Screen
      title={t('shell.applied')}
      back={{ to: paths.home(), label: t('shell.findJobs') }}
      data={null}
      tabs={<QuoteTabs current="invitations" />}
    >
      <InvitationsTab />
    </Screen>
  );
}

function Shared() {
  const t = useT();
  const jobs = useInfiniteQuery(sharedJobPages());
  const rows = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  const emptyState = (
    <Empty
      title={t('web.quotes.noneShared')}
      action={<ButtonLink to={paths.connects()}>{t('shell.connect')}</ButtonLink>}
    >
      {t('web.quotes.noneSharedWhy')}
    </Empty>
  );
  return (
    <Screen
      title={t('shell.applied')}
      back={{ to: paths.home(), label: t('shell.findJobs') }}
      data={jobs}
      tabs={<QuoteTabs current="shared" />}
      empty={rows.length === 0 && emptyState}
    >
      {rows.map((shared) => (
        <SharedDocket key={shared.id} shared={shared} />
      ))}
      <LoadMore list={jobs} />
    </Screen>
  );
}
