import type { Conversation, Message } from '@fws/contract/conversations/schemas';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Avatar, Icon, Name } from '../../../ui/index.ts';
import { MaskedWords } from '../../../ui/MaskedText.tsx';

/** How a message without a text is called. */
const getPartName = ({ photos, file }: Message) =>
  photos.length === 0 && file ? 'web.conversations.file' : 'web.conversations.photo';

type Props = {
  conversation: Conversation;
  /** Its address, with the filter of the list. */
  to: string;
  /** It is shown beside the list. */
  isOpen: boolean;
};

/** Who it is with, about which job, and what was written last. */
export function ConversationRow({ conversation, to, isOpen }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const { jobTitle, person, state, unread, isMuted, last } = conversation;
  return (
    <li className={unread > 0 ? 'is-unread' : undefined}>
      <Avatar name={person.name} photo={person.image} verified={person.verified} />
      <div>
        <p className="talk-top">
          <Link className="talk-who" to={to} aria-current={isOpen ? 'page' : undefined}>
            <Name>{person.name}</Name>
          </Link>
          <span className="talk-when t2 mut">
            {isMuted && (
              <>
                <Icon name="bellOff" size="sm" />
                <span className="vh">{t('web.conversations.muted')}</span>
              </>
            )}
            {last && <span>{timeAgo(last.sentAt)}</span>}
          </span>
        </p>
        <p className="t2 mut">
          {jobTitle} · {t(`web.conversations.state.${state}`)}
        </p>
        {last && (
          <p className="talk-last">
            <span>
              {last.isOwn && `${t('web.conversations.you')} `}
              <LastWords last={last} />
            </span>
            {unread > 0 && (
              <b className="talk-count">
                <span aria-hidden="true">{unread}</span>
                <span className="vh">{t('web.conversations.unread', { count: unread })}</span>
              </b>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

function LastWords({ last }: { last: Message }) {
  const t = useT();
  if (last.isTakenBack) return t('web.conversations.takenBack');
  if (last.isTakenDown && !last.isOwn) return t('web.conversations.takenDown');
  return <MaskedWords text={last.text || t(getPartName(last))} />;
}
