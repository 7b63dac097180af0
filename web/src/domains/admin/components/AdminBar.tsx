import { useQuery } from '@tanstack/react-query';
import type { AdminStatus } from '@fws/contract/admin/model';
import { may, type Role } from '@fws/contract/platform/permissions';
import { Preferences } from '../../../app/Preferences.tsx';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Link, usePathname } from '../../../platform/router/index.ts';
import { Icon, Menu } from '../../../ui/index.ts';
import { countsQuery, leave } from '../api.ts';
import { adminPaths } from '../paths.ts';
import { AdminLogo } from './AdminLogo.tsx';

const roleNames: Record<Role, MessageId> = {
  support: 'web.admin.role.support',
  finance: 'web.admin.role.finance',
  admin: 'web.admin.role.admin',
};

/** Where somebody of FWS can go, how much waits, and the way out. */
export function AdminBar({ status: { name, role } }: { status: AdminStatus }) {
  const t = useT();
  const path = usePathname();
  const counts = useQuery(countsQuery());
  const waiting = counts.data?.counts.reduce((sum, one) => sum + one.waiting, 0) ?? 0;
  const items = [
    {
      to: adminPaths.queue(),
      label: t('web.admin.queue'),
      count: waiting,
      here: !path.startsWith(adminPaths.users()) && !path.startsWith(adminPaths.audit()),
    },
    { to: adminPaths.users(), label: t('web.admin.users'), here: path.startsWith(adminPaths.users()) },
    ...(may(role, 'audit.read')
      ? [{ to: adminPaths.audit(), label: t('web.admin.audit'), here: path.startsWith(adminPaths.audit()) }]
      : []),
  ];
  return (
    <header className="bar adm">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="wrap bar-in">
        <AdminLogo />
        <nav className="adm-nav" aria-label={t('web.admin.title')}>
          {items.map(({ to, label, here, count = 0 }) => (
            <Link key={to} to={to} aria-current={here ? 'page' : undefined}>
              {label} {count > 0 && <b className="cnt">{count}</b>}
            </Link>
          ))}
        </nav>
        <div className="bar-end">
          <Menu
            triggerClass="adm-me"
            triggerLabel={t('web.admin.account', { name })}
            trigger={
              <>
                <span>{name}</span> <Icon name="down" size="sm" />
              </>
            }
          >
            <p className="t2 mut adm-role">
              {name} · {t(roleNames[role])}
            </p>
            <hr />
            <Preferences />
            <hr />
            <button type="button" onClick={() => void leave()}>
              <Icon name="out" />
              {t('web.admin.leave')}
            </button>
          </Menu>
        </div>
      </div>
    </header>
  );
}
