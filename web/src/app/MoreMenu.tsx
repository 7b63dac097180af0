import type { ReactNode } from 'react';
import { usePathname } from '../platform/router/index.ts';
import { useBackgroundParts } from '../platform/background/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { useOnline } from '../platform/offline/index.ts';
import { useSession } from '../platform/session/index.ts';
import { Icon, Menu, Preferences } from '../ui/index.ts';
import { isAt, moreItems } from './navigation.ts';
import { NavItem } from './NavItem.tsx';

type Props = { trigger: ReactNode; triggerClass?: string; label?: string };

/** For Business, Payment, Profile, Connect, Disputes, the language and theme, Logout. */
export function MoreMenu({ trigger, triggerClass, label }: Props) {
  const t = useT();
  const { signOut } = useSession();
  const pathname = usePathname();
  const online = useOnline();
  const background = useBackgroundParts();
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
      {background && <background.InstallItem />}
      <button type="button" disabled={!online} onClick={() => void signOut()}>
        <Icon name="out" />
        {online ? t('shell.logout') : `${t('shell.logout')} · ${t('ui.needsInternet')}`}
      </button>
    </Menu>
  );
}
