import '../conversations.css';
import '../list.css';
import '../desk.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useT } from '../../../platform/i18n/index.ts';
import { useParams, useSearchParams, type Address } from '../../../platform/router/index.ts';
import { conversationCountsQuery } from '../../../platform/session/index.ts';
import { DESKTOP_PX, useMinWidth } from '../../../ui/index.ts';
import { conversationPages, messagePages, readView, readNames } from '../api.ts';
import { Conversation } from '../components/Conversation.tsx';
import { ConversationList } from '../components/ConversationList.tsx';

/**
 * The list of conversations and the open one: beside each other at a desk, where the list stays as it is when another one is
 * opened, and one of them on a phone.
 */
export default function Messages() {
  const { id = '' } = useParams<{ id?: string }>();
  const isWide = useMinWidth(DESKTOP_PX);
  if (!isWide) return id === '' ? <ConversationList openId="" /> : <Conversation key={id} id={id} />;
  return (
    <main className="main desk" id="main">
      <ConversationList openId={id} pane={id === '' ? 'main' : 'side'} />
      {id === '' ? <NothingOpen /> : <Conversation key={id} id={id} pane="main" />}
    </main>
  );
}

/** A phone needs no list beside a conversation. The server does not know the width, so a desk asks for it afterwards. */
Messages.firstQueries = ({ id, search }: Address) =>
  id === ''
    ? [conversationPages(readView(search)), conversationCountsQuery()]
    : [messagePages(readNames(id))];

function NothingOpen() {
  const t = useT();
  const list = useInfiniteQuery(conversationPages(readView(useSearchParams()[0])));
  const hasOne = list.data?.pages.some(({ items }) => items.length > 0) === true;
  return (
    <div className="desk-none">
      {hasOne && (
        <>
          <h2 className="empty-title">{t('web.conversations.choose')}</h2>
          <p className="t2 mut">{t('web.conversations.chooseWhy')}</p>
        </>
      )}
    </div>
  );
}
