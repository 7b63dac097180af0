import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useT } from '../platform/i18n/index.ts';
import { useSession } from '../platform/session/index.ts';
import { Icon, Menu } from '../ui/index.ts';
import { moreItems } from './navigation.ts';
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
      current={moreItems.some((item) => pathname.startsWith(item.to))}
      {...(triggerClass !== undefined && { triggerClass })}
      {...(label !== undefined && { triggerLabel: label })}
    >
      <nav aria-label={t('shell.more')}>
        {moreItems.map((item) => (
          <NavLink key={item.to} to={item.to}>
            <Icon name={item.icon} />
            {t(item.label)}
          </NavLink>
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
