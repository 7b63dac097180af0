import type { ReactNode } from 'react';
import { usePathname } from '../platform/router/index.ts';
import { useT } from '../platform/i18n/index.ts';
import { useSession } from '../platform/session/index.ts';
import { Icon, Menu, Preferences } from '../ui/index.ts';
import { businessItem, isAt, moreItems } from './navigation.ts';
import { NavItem } from './NavItem.tsx';

type Props = { trigger: ReactNode; triggerClass?: string; label?: string; withBusiness?: boolean };

/** Payment, Profile, Connect, Disputes, the language and theme, Logout; on phones also For Business. */
export function MoreMenu({ trigger, triggerClass, label, withBusiness }: Props) {
  const t = useT();
  const { signOut } = useSession();
  const pathname = usePathname();
  const items = withBusiness ? [businessItem, ...moreItems] : moreItems;
  return (
    <Menu
      trigger={trigger}
      current={items.some((item) => isAt(item, pathname))}
      {...(triggerClass !== undefined && { triggerClass })}
      {...(label !== undefined && { triggerLabel: label })}
    >
      <nav aria-label={t('shell.more')}>
        {items.map((item) => (
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
