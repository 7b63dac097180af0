import '../ui/css/header.css';
import { useT } from '../platform/i18n/index.ts';
import { useSession, useUnreadConversations, useUnreadCount } from '../platform/session/index.ts';
import { ButtonLink, Icon, Logo } from '../ui/index.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { findItem, mainItems, messagesItem, notificationsItem } from './navigation.ts';
import { NavItem } from './NavItem.tsx';
import { paths } from '../platform/router/paths.ts';

export function Header() {
  const t = useT();
  const { status, user } = useSession();
  return (
    <header className="bar">
      <div className="wrap bar-in">
        <Logo to={paths.home()} label={t('shell.logo')} />
        {status === 'user' && !user?.suspension && <UserBar />}
        {status === 'guest' && <GuestBar />}
      </div>
    </header>
  );
}

export function GuestBar() {
  const t = useT();
  return (
    <div className="bar-end bar-guest">
      <ButtonLink variant="onDark" className="bar-login" to={paths.login()}>
        {t('shell.login')}
      </ButtonLink>
      <ButtonLink variant="accent" to={paths.register()}>
        {t('shell.register')}
      </ButtonLink>
    </div>
  );
}

function UserBar() {
  const t = useT();
  const more = (
    <>
      {t('shell.more')} <Icon name="down" size="sm" />
    </>
  );
  return (
    <>
      <nav className="nav" aria-label={t('shell.main')}>
        {[findItem, ...mainItems].map((item) => (
          <NavItem key={item.to} item={item}>
            {t(item.label)}
          </NavItem>
        ))}
        <MoreMenu trigger={more} />
      </nav>
      <div className="bar-end">
        <NavItem className="find" item={findItem}>
          <Icon name={findItem.icon} />
          <span>{t(findItem.label)}</span>
        </NavItem>
        <NavItem className="btn accent post" item={{ to: paths.postJob(), pages: [] }}>
          <Icon name="plus" />
          {t('shell.postJob')}
        </NavItem>
        <Messages />
        <Bell />
      </div>
    </>
  );
}

const Messages = () => (
  <CountLink className="bell chat" item={messagesItem} count={useUnreadConversations()} />
);

const Bell = () => <CountLink className="bell" item={notificationsItem} count={useUnreadCount()} />;

const MAX_COUNT_SHOWN = 99;

type CountLinkProps = { className: string; item: typeof messagesItem; count: number };

function CountLink({ className, item, count }: CountLinkProps) {
  const t = useT();
  return (
    <NavItem className={className} item={item} aria-label={t(item.label, { count })}>
      <Icon name={item.icon} />
      {count > 0 && <b aria-hidden="true">{count > MAX_COUNT_SHOWN ? `${MAX_COUNT_SHOWN}+` : count}</b>}
    </NavItem>
  );
}
