import { Link } from '../../../platform/router/index.ts';
import type { Notification } from '@fws/contract/notifications/schemas';
import { useOnline } from '../../../platform/offline/index.ts';
import { useT, useTimeAgo } from '../../../platform/i18n/index.ts';
import { Button, Icon, type IconName } from '../../../ui/index.ts';

/** By the first word of the notification's type. */
const icons: Record<string, IconName> = {
  quote: 'applied',
  milestone: 'lock',
  payment: 'rupee',
  work: 'doing',
  release: 'rupee',
  job: 'check',
  identity: 'user',
  name: 'user',
  withdrawal: 'bank',
  payout: 'bank',
  messages: 'chat',
  connection: 'users',
  share: 'share',
  dispute: 'alert',
  password: 'lock',
  mobile: 'phone',
  email: 'mail',
  social: 'link',
  new: 'shield',
  saved: 'search',
  withdrawals: 'pause',
};

type Props = {
  item: Notification;
  isNew: boolean;
  onStop: (searchId: number) => void;
  isStopping: boolean;
};

export function NotificationRow({ item, isNew, onStop, isStopping }: Props) {
  const t = useT();
  const timeAgo = useTimeAgo();
  const online = useOnline();
  const { searchId } = item;
  const icon = icons[item.type.split('_')[0] ?? ''] ?? 'bell';
  return (
    <li className={isNew ? 'notice is-unread' : 'notice'}>
      <Icon name={icon} />
      <div>
        {item.path === null ? <p>{item.text}</p> : <Link to={item.path}>{item.text}</Link>}
        <span className="t2 mut">
          <time dateTime={item.createdAt}>{timeAgo(item.createdAt)}</time>
          {isNew && <span className="strong"> · {t('notifications.new')}</span>}
        </span>
        {searchId !== null && (
          <Button
            className="notice-stop"
            busy={isStopping}
            disabled={!online}
            onClick={() => onStop(searchId)}
          >
            {t(online ? 'notifications.stop' : 'ui.needsInternet')}
          </Button>
        )}
      </div>
    </li>
  );
}
