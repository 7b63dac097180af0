import './records.css';
import { useQuery } from '@tanstack/react-query';
import { hasPermission } from '@fws/contract/platform/permissions';
import type { RecordKind } from '@fws/contract/admin/records/model';
import type { RecordDetail, RecordFact, RecordLink } from '@fws/contract/admin/records/schemas';
import { formatDate, formatRupees, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { Link, useParams } from '../../../platform/router/index.ts';
import { Badge, Columns, Name, Screen, Sheet, VerifiedMark } from '../../../ui/index.ts';
import { statusQuery } from '../login/api.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { History } from '../audit/History.tsx';
import { LedgerTable } from '../ledger/LedgerTable.tsx';
import { adminPaths } from '../paths.ts';
import { recordQuery } from './api.ts';
import { Parts, Steps } from './RecordHistory.tsx';
import { getFactLabel, listNames, recordNames, getStepLabel, getTone, getValueLabel } from './labels.ts';

/** The subject in the audit log, by kind: decisions on a contract are recorded under its job. */
const subjects = { job: 'job', contract: 'job', order: 'order', withdrawal: 'withdrawal' } as const;

/** One record and everything that happened to it. */
export function RecordScreen({ kind }: { kind: RecordKind }) {
  const t = useT();
  const { id } = useParams<{ id: string }>();
  const query = useQuery(recordQuery(kind, id));
  const role = useQuery(statusQuery()).data?.role ?? 'support';
  const record = query.data;
  return (
    <Screen
      title={t(recordNames[kind], { number: record?.number ?? id })}
      lead={record?.title}
      data={query}
      back={{ to: adminPaths.records(kind), label: t(listNames[kind]) }}
      action={record && <Badge tone={getTone(record.state)}>{getStepLabel(kind, record.state)}</Badge>}
    >
      {() =>
        record && (
          <Columns
            aside={
              <Sheet>
                <Facts record={record} />
                <RelatedRecords links={record.links} />
              </Sheet>
            }
          >
            <Parts parts={record.parts} />
            <h2 className="adm-history">{t('web.admin.steps')}</h2>
            <Steps events={record.events} />
            {record.ledger && (
              <Sheet>
                {record.ledger.length > 0 ? (
                  <LedgerTable title={t('web.admin.ledgerEntries')} entries={record.ledger} />
                ) : (
                  <p className="mut">{t('web.admin.noMoney')}</p>
                )}
              </Sheet>
            )}
            {hasPermission(role, 'audit.read') && (
              <>
                <h2 className="adm-history">{t('web.admin.acts')}</h2>
                <History subject={subjects[kind]} subjectId={id} />
              </>
            )}
          </Columns>
        )
      }
    </Screen>
  );
}

function Facts({ record }: { record: RecordDetail }) {
  const t = useT();
  return (
    <FactTable
      rows={[
        ...record.people.map(
          (person) =>
            [
              t(person.role === 'poster' ? 'web.admin.poster' : 'web.admin.worker'),
              <span key={person.id} className="rec-who">
                <Link to={adminPaths.user(person.id)}>
                  <Name>{person.name}</Name>
                </Link>{' '}
                {person.verified && <VerifiedMark />}
              </span>,
            ] as const,
        ),
        [t('web.admin.col.amount'), formatRupees(record.amountPaise, { paise: true })],
        [t('web.admin.col.when'), `${formatDate(t, record.at)} ${formatTime(t, record.at)}`],
        ...record.facts.map((fact) => [getFactLabel(fact.name), formatFact(fact)] as const),
      ]}
    />
  );
}

function formatFact({ as, value }: RecordFact): string {
  if (as === 'paise') return formatRupees(Number(value), { paise: true });
  if (as === 'time') return `${formatDate(translate, value)} ${formatTime(translate, value)}`;
  return as === 'word' ? getValueLabel(value) : value;
}

function RelatedRecords({ links }: { links: readonly RecordLink[] }) {
  const t = useT();
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="rec-with">{t('web.admin.goesWith')}</h3>
      <ul className="rec-links">
        {links.map(({ kind, id, number, state, amountPaise }) => (
          <li key={`${kind} ${id}`}>
            <Link to={kind === 'dispute' ? adminPaths.case(kind, Number(id)) : adminPaths.record(kind, id)}>
              {t(recordNames[kind], { number })}
            </Link>
            <span className="mut t2">
              {[state && getStepLabel(kind, state), amountPaise !== null && formatRupees(amountPaise)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
