import '../conversations.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../../platform/router/paths.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Empty, LoadMore, Rows, Screen, Sheet } from '../../../ui/index.ts';
import { conversationPages } from '../api.ts';
import { ConversationRow } from '../components/ConversationRow.tsx';

/** One conversation for each job and person, the newest first. */
export default function Conversations() {
  const t = useT();
  const list = useInfiniteQuery(conversationPages());
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const emptyState = <Empty title={t('web.conversations.empty')}>{t('web.conversations.emptyWhy')}</Empty>;
  return (
    <Screen title={t('web.conversations.title')} data={list} empty={items.length === 0 && emptyState}>
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

Conversations.firstQueries = () => [conversationPages()];
