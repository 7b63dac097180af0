import '../conversations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CONVERSATION_FILTERS, type ConversationFilter } from '@fws/contract/conversations/model';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { Empty, LoadMore, Rows, Screen, Sheet, Tabs } from '../../../ui/index.ts';
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
  const emptyState =
    filter === 'all' ? (
      <Empty title={t('web.conversations.empty')}>{t('web.conversations.emptyWhy')}</Empty>
    ) : (
      <Empty title={t(`web.conversations.empty.${filter}`)} />
    );
  return (
    <Screen
      title={t('web.conversations.title')}
      tabs={<FilterTabs current={filter} />}
      data={list}
      empty={items.length === 0 && emptyState}
    >
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
      <p className="talk-reach t2 mut">
        {t('web.conversations.reach')}{' '}
        <Link to={paths.notificationSettings()}>{t('shell.notificationSettings')}</Link>
      </p>
    </Screen>
  );
}

Conversations.firstQueries = ({ search }: Address) => [conversationPages(readFilter(search))];

function FilterTabs({ current }: { current: ConversationFilter }) {
  const t = useT();
  const items = CONVERSATION_FILTERS.map((filter) => ({
    key: filter,
    to: filter === 'all' ? paths.conversations() : `${paths.conversations()}?tab=${filter}`,
    label: t(`web.conversations.filter.${filter}`),
  }));
  return <Tabs label={t('web.conversations.title')} items={items} current={current} />;
}
