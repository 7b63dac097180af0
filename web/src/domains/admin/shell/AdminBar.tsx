import { useQuery } from '@tanstack/react-query';
import type { AdminStatus } from '@fws/contract/admin/schemas';
import type { Role } from '@fws/contract/platform/permissions';
import { useT, type MessageId } from '../../../platform/i18n/index.ts';
import { Link, usePathname } from '../../../platform/router/index.ts';
import { Icon, Menu, Preferences } from '../../../ui/index.ts';
import { countsQuery, leaveAdmin } from '../api.ts';
import { adminPaths } from '../paths.ts';
import { findPage, listSections } from './navigation.ts';
import { AdminLogo } from './AdminLogo.tsx';

const roleNames: Record<Role, MessageId> = {
  support: 'web.admin.role.support',
  finance: 'web.admin.role.finance',
  admin: 'web.admin.role.admin',
};

/** Navigation of the admin area, the number of waiting items, and the way out. */
export function AdminBar({ status: { name, role } }: { status: AdminStatus }) {
  const t = useT();
  return (
    <header className="bar adm">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="wrap bar-in">
        <AdminLogo />
        <Navigation role={role} />
        <div className="bar-end">
          <Menu
            triggerClass="adm-me"
            triggerLabel={t('web.admin.account', { name })}
            trigger={
              <>
                <Icon name="user" /> <span>{name}</span> <Icon name="down" size="sm" />
              </>
            }
          >
            <p className="t2 mut adm-role">
              {name} · {t(roleNames[role])}
            </p>
            <hr />
            <Preferences />
            <hr />
            <button type="button" onClick={() => void leaveAdmin()}>
              <Icon name="out" />
              {t('web.admin.leave')}
            </button>
          </Menu>
        </div>
      </div>
    </header>
  );
}

/** A row of links where there is room, otherwise a menu that shows the current section. */
function Navigation({ role }: { role: Role }) {
  const t = useT();
  const counts = useQuery(countsQuery());
  const waitingCount = counts.data?.counts.reduce((sum, count) => sum + count.waiting, 0) ?? 0;
  const sections = listSections(role);
  const currentPage = findPage(sections, usePathname());
  const links = sections.map(({ label, pages }) => {
    const [firstPage] = pages;
    const to = firstPage?.to ?? adminPaths.queue();
    const current = currentPage !== undefined && pages.includes(currentPage);
    return { to, current, label: t(label), count: to === adminPaths.queue() ? waitingCount : 0 };
  });
  const current = links.find((link) => link.current);
  const items = links.map(({ to, current: isCurrent, label, count }) => (
    <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
      {label} {count > 0 && <b className="cnt">{count}</b>}
    </Link>
  ));
  return (
    <>
      <nav className="adm-nav" aria-label={t('web.admin.title')}>
        {items}
      </nav>
      <div className="adm-places">
        <Menu
          triggerClass="adm-here"
          trigger={
            <>
              {current?.label ?? t('web.admin.title')}
              {(current?.count ?? 0) > 0 && <b className="cnt">{waitingCount}</b>}
              <Icon name="down" size="sm" />
            </>
          }
        >
          <nav aria-label={t('web.admin.title')}>{items}</nav>
        </Menu>
      </div>
    </>
  );
}
