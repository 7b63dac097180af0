import '../conversations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CONVERSATION_FILTERS, type ConversationFilter } from '@fws/contract/conversations/model';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { ButtonLink, Empty, LoadMore, Rows, Screen, Sheet, Tabs } from '../../../ui/index.ts';
import { conversationPages } from '../api.ts';
import { ConversationRow } from '../components/ConversationRow.tsx';

const readFilter = (search: URLSearchParams): ConversationFilter =>
  CONVERSATION_FILTERS.find((filter) => filter === search.get('tab')) ?? 'all';

/** One conversation for each job and person, the newest first. */
export default function Conversations() {
  const t = useT();
  const filter = readFilter(useSearchParams()[0]);
  const list = useInfiniteQuery(conversationPages(filter));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const frame =
    filter === 'archived'
      ? {
          title: t('web.conversations.archivedTitle'),
          back: { to: paths.conversations(), label: t('web.conversations.back') },
        }
      : { title: t('web.conversations.title'), tabs: <FilterTabs current={filter} /> };
  return (
    <Screen {...frame} data={list} empty={items.length === 0 && <Nothing filter={filter} />}>
      <Sheet>
        <Rows>
          {items.map((conversation) => (
            <ConversationRow
              key={`${conversation.jobId}-${conversation.person.id}`}
              conversation={conversation}
            />
          ))}
        </Rows>
        <LoadMore list={list} />
      </Sheet>
      {filter === 'archived' ? (
        <p className="talk-reach t2 mut">{t('web.conversations.archivedWhy')}</p>
      ) : (
        <>
          <p className="talk-reach t2 mut">
            {t('web.conversations.reach')}{' '}
            <Link to={paths.notificationSettings()}>{t('shell.notificationSettings')}</Link>
          </p>
          <ArchiveLink />
        </>
      )}
    </Screen>
  );
}

Conversations.firstQueries = ({ search }: Address) => [conversationPages(readFilter(search))];

function Nothing({ filter }: { filter: ConversationFilter }) {
  const t = useT();
  if (filter === 'archived')
    return <Empty title={t('web.conversations.empty.archived')}>{t('web.conversations.archivedWhy')}</Empty>;
  return (
    <>
      {filter === 'all' ? (
        <Empty title={t('web.conversations.empty')}>{t('web.conversations.emptyWhy')}</Empty>
      ) : (
        <Empty title={t(`web.conversations.empty.${filter}`)} />
      )}
      <ArchiveLink />
    </>
  );
}

/** Below the list, because a fifth tab has no room on a phone. */
function ArchiveLink() {
  const t = useT();
  return (
    <ButtonLink variant="quiet" icon="archive" className="talk-archive" to={toPath('archived')}>
      {t('web.conversations.archivedTitle')}
    </ButtonLink>
  );
}

const toPath = (filter: ConversationFilter): string =>
  filter === 'all' ? paths.conversations() : `${paths.conversations()}?tab=${filter}`;

const TABS = CONVERSATION_FILTERS.filter((filter) => filter !== 'archived');

function FilterTabs({ current }: { current: ConversationFilter }) {
  const t = useT();
  const items = TABS.map((filter) => ({
    key: filter,
    to: toPath(filter),
    label: t(`web.conversations.filter.${filter}`),
  }));
  return <Tabs label={t('web.conversations.title')} items={items} current={current} />;
}
