import './records.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RECORD_STATES, type RecordKind } from '@fws/contract/admin/records/model';
import type { RecordRow } from '@fws/contract/admin/records/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { useDebounced } from '../../../platform/queries/useDebounced.ts';
import { Link, useSearchParams } from '../../../platform/router/index.ts';
import { Badge, Button, Field, Name, Note, SearchInput } from '../../../ui/index.ts';
import { userQuery } from '../users/api.ts';
import { At } from '../shared/At.tsx';
import { ListScreen } from '../shared/lists.tsx';
import { adminPaths } from '../paths.ts';
import { recordPages } from './api.ts';
import { searchNames, listNames, getStepLabel, getTone } from './labels.ts';

/** Records of one kind, newest first, filtered by search, state or person. The URL holds the filter. */
export function RecordsScreen({ kind }: { kind: RecordKind }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const filter = {
    search: params.get('search') ?? '',
    state: params.get('state') ?? '',
    userId: params.get('of') ?? '',
  };
  const pages = useInfiniteQuery(recordPages(kind, { ...filter, search: useDebounced(filter.search) }));
  const setParam = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const { label, hint } = searchNames[kind];
  return (
    <ListScreen
      title={t(listNames[kind])}
      pages={pages}
      tabs={
        <div className="rec-find">
          <Field label={t(label)} hint={t(hint)}>
            <SearchInput
              value={filter.search}
              autoComplete="off"
              onChange={(event) => setParam('search', event.currentTarget.value)}
            />
          </Field>
          <div className="q-f" role="group" aria-label={t('web.admin.stateFilter')}>
            {['', ...RECORD_STATES[kind]].map((state) => (
              <button
                key={state}
                type="button"
                aria-pressed={filter.state === state}
                onClick={() => setParam('state', state)}
              >
                {state === '' ? t('web.admin.anyState') : getStepLabel(kind, state)}
              </button>
            ))}
          </div>
          {filter.userId !== '' && <PersonFilter userId={filter.userId} onClear={() => setParam('of', '')} />}
        </div>
      }
      emptyText={t('web.admin.nothingFound')}
    >
      {(rows) => <Table kind={kind} rows={rows} />}
    </ListScreen>
  );
}

function PersonFilter({ userId, onClear }: { userId: string; onClear: () => void }) {
  const t = useT();
  const person = useQuery(userQuery(userId)).data?.name ?? userId;
  return (
    <Note>
      {t('web.admin.ofPerson', { person })}{' '}
      <Button variant="quiet" small onClick={onClear}>
        {t('web.admin.ofEverybody')}
      </Button>
    </Note>
  );
}

function Table({ kind, rows }: { kind: RecordKind; rows: readonly RecordRow[] }) {
  const t = useT();
  return (
    <table className="dt rec fold rec-all">
      <thead>
        <tr>
          <th>{t('web.admin.col.number')}</th>
          <th>{t('web.admin.col.title')}</th>
          <th>{t('web.admin.col.people')}</th>
          <th>{t('web.admin.col.state')}</th>
          <th className="n">{t('web.admin.col.amount')}</th>
          <th>{t('web.admin.col.when')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="tab-num rec-id">
              <Link to={adminPaths.record(kind, row.id)}>{row.number}</Link>
            </td>
            <td className="rec-title">{row.title}</td>
            <td>
              {row.people.map((person) => (
                <span key={person.id} className="rec-who">
                  <Link to={adminPaths.user(person.id)}>
                    <Name>{person.name}</Name>
                  </Link>
                </span>
              ))}
            </td>
            <td>
              <Badge tone={getTone(row.state)}>{getStepLabel(kind, row.state)}</Badge>
            </td>
            <td className="n tab-num">{formatRupees(row.amountPaise)}</td>
            <td className="tab-num">
              <At at={row.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
