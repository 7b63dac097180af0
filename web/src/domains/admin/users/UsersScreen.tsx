import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDate, useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { Badge, Field, Name, SearchInput } from '../../../ui/index.ts';
import { userPages } from './api.ts';
import { ListScreen } from '../shared/lists.tsx';
import { adminPaths } from '../paths.ts';

/** All users, newest first, or those that match a search. */
export function UsersScreen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const pages = useInfiniteQuery(userPages(useDebounced(search)));
  return (
    <ListScreen
      title={t('web.admin.users')}
      pages={pages}
      tabs={
        <div className="adm-search">
          <Field label={t('web.admin.findUser')} hint={t('web.admin.findHint')}>
            <SearchInput
              value={search}
              autoComplete="off"
              onChange={(event) => {
                const text = event.currentTarget.value;
                setParams(text === '' ? {} : { search: text }, { replace: true });
              }}
            />
          </Field>
        </div>
      }
      emptyText={t('web.admin.nobodyFound')}
    >
      {(users) => (
        <table className="dt fold adm-users">
          <thead>
            <tr>
              <th>{t('web.admin.name')}</th>
              <th>{t('web.admin.contact')}</th>
              <th>{t('web.admin.place')}</th>
              <th>{t('web.admin.identityColumn')}</th>
              <th>{t('web.admin.since')}</th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.id}>
                <td>
                  <Link to={adminPaths.user(user.id)}>
                    <Name>{user.name}</Name>
                  </Link>{' '}
                  {user.suspendedAt && <Badge tone="stop">{t('web.admin.suspended')}</Badge>}
                </td>
                <td>
                  {user.email}
                  <br />
                  <span className="tab-num">{user.mobile}</span>
                </td>
                <td>{user.location}</td>
                <td>{t(`web.admin.identity.${user.identity}`)}</td>
                <td className="tab-num">{formatDate(t, user.registeredAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListScreen>
  );
}
