import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../platform/i18n/index.ts';
import { useSession } from '../platform/session/index.ts';
import { Icon, Menu } from '../ui/index.ts';
import { isAt, moreItems } from './navigation.ts';
import { NavItem } from './NavItem.tsx';
import { Preferences } from './Preferences.tsx';

type Props = { trigger: ReactNode; triggerClass?: string; label?: string };

/** Payment, Profile, the language and theme, Logout. */
export function MoreMenu({ trigger, triggerClass, label }: Props) {
  const t = useT();
  const { signOut } = useSession();
  const { pathname } = useLocation();
  return (
    <Menu
      trigger={trigger}
      current={moreItems.some((item) => isAt(item, pathname))}
      {...(triggerClass !== undefined && { triggerClass })}
      {...(label !== undefined && { triggerLabel: label })}
    >
      <nav aria-label={t('shell.more')}>
        {moreItems.map((item) => (
          <NavItem key={item.to} item={item}>
            <Icon name={item.icon} />
            {t(item.label)}
          </NavItem>
        ))}
      </nav>
      <hr />
      <Preferences />
      <hr />
      <button type="button" onClick={() => void signOut()}>
        <Icon name="out" />
        {t('shell.logout')}
      </button>
    </Menu>
  );
}
