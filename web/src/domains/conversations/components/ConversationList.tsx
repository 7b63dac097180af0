import { useInfiniteQuery } from '@tanstack/react-query';
import { CONVERSATION_FILTERS, type ConversationFilter } from '@fws/contract/conversations/model';
import type { Conversation } from '@fws/contract/conversations/schemas';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { ButtonLink, Empty, LoadMore, Rows, Screen, Sheet, Tabs } from '../../../ui/index.ts';
import { conversationPages, readFilter } from '../api.ts';
import { ConversationRow } from './ConversationRow.tsx';

/** One conversation for each job and person, the newest first. */
export function ConversationList({ openId, pane }: { openId: string; pane?: 'main' | 'side' }) {
  const t = useT();
  const filter = readFilter(useSearchParams()[0]);
  // Where another filter of the list leads: whoever reads beside it goes on reading.
  const path = openId === '' ? paths.conversations() : paths.conversation(openId);
  const list = useInfiniteQuery(conversationPages(filter));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const frame =
    filter === 'archived'
      ? {
          title: t('web.conversations.archivedTitle'),
          back: { to: path, label: t('web.conversations.back') },
        }
      : { title: t('web.conversations.title'), tabs: <FilterTabs current={filter} path={path} /> };
  return (
    <Screen
      {...frame}
      pane={pane}
      data={list}
      empty={items.length === 0 && <Nothing filter={filter} path={path} />}
    >
      <Sheet>
        <Rows>
          {items.map((conversation) => (
            <ConversationRow
              key={getId(conversation)}
              conversation={conversation}
              to={withFilter(paths.conversation(getId(conversation)), pane ? filter : 'all')}
              isOpen={getId(conversation) === openId}
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
          <ArchiveLink path={path} />
        </>
      )}
    </Screen>
  );
}

const getId = ({ jobId, person }: Conversation): string => `${jobId}-${person.id}`;

function Nothing({ filter, path }: { filter: ConversationFilter; path: string }) {
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
      <ArchiveLink path={path} />
    </>
  );
}

/** Below the list, because a fifth tab has no room on a phone. */
function ArchiveLink({ path }: { path: string }) {
  const t = useT();
  return (
    <ButtonLink variant="quiet" icon="archive" className="talk-archive" to={withFilter(path, 'archived')}>
      {t('web.conversations.archivedTitle')}
    </ButtonLink>
  );
}

/** Whoever reads beside the list keeps its filter. */
const withFilter = (path: string, filter: ConversationFilter): string =>
  filter === 'all' ? path : `${path}?tab=${filter}`;

const TABS = CONVERSATION_FILTERS.filter((filter) => filter !== 'archived');

function FilterTabs({ current, path }: { current: ConversationFilter; path: string }) {
  const t = useT();
  const items = TABS.map((filter) => ({
    key: filter,
    to: withFilter(path, filter),
    label: t(`web.conversations.filter.${filter}`),
  }));
  return <Tabs label={t('web.conversations.title')} items={items} current={current} />;
}
