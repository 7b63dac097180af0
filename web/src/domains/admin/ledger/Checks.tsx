import '../office.css';
import { useQuery } from '@tanstack/react-query';
import type { Books, BooksRunKind } from '@fws/contract/admin/books/model';
import type { ReactNode } from 'react';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, Screen, Sheet } from '../../../ui/index.ts';
import { moment, number } from '../health/words.ts';
import { DifferenceTable } from '../components/DifferenceTable.tsx';
import { Scroll } from '../components/Scroll.tsx';
import { accountName } from '../words.ts';
import { booksQuery, useRun } from './api.ts';

const ANEW_MS = 2000;
const amount = (paise: number) => (paise === 0 ? '' : formatRupees(paise, { paise: true, sign: false }));

/** Checks of the books: the last result of each, and a button to run it again. */
export function Checks() {
  const t = useT();
  const query = useQuery({
    ...booksQuery(),
    refetchInterval: ({ state: { data } }) =>
      data && [data.invariants, data.trialBalance, data.reconciliation].some((run) => run?.running)
        ? ANEW_MS
        : false,
  });
  return (
    <Screen title={t('web.office.ledger.checks')} lead={t('web.office.ledger.checksLead')} data={query}>
      {() =>
        query.data && (
          <div className="stack">
            <TrialBalance run={query.data.trialBalance} />
            <Invariants run={query.data.invariants} />
            <Reconciliation run={query.data.reconciliation} />
          </div>
        )
      }
    </Screen>
  );
}

type Run = NonNullable<Books[keyof Books]>;

function Check({
  kind,
  title,
  run,
  children,
}: {
  kind: BooksRunKind;
  title: string;
  run: Run | null;
  children: ReactNode;
}) {
  const t = useT();
  const start = useRun();
  const busy = start.isPending || (run?.running ?? false);
  return (
    <Sheet
      title={title}
      action={
        <Button
          small
          busy={busy}
          busyText={t('web.office.ledger.running')}
          onClick={() => start.mutate(kind, { onError: (error) => toast.error(error.message) })}
        >
          {t('web.office.ledger.run')}
        </Button>
      }
    >
      <p className="t2 mut adm-lead">
        {run?.finishedAt == null
          ? t('web.office.ledger.never')
          : t(run.askedBy === '' ? 'web.office.ledger.byClock' : 'web.office.ledger.byPerson', {
              when: moment(run.finishedAt),
              person: run.askedBy,
            })}
      </p>
      {children}
    </Sheet>
  );
}

function TrialBalance({ run }: { run: Books['trialBalance'] }) {
  const t = useT();
  const result = run?.result;
  const sum = (side: 'debitPaise' | 'creditPaise') =>
    result?.lines.reduce((total, line) => total + line[side], 0) ?? 0;
  return (
    <Check kind="trial_balance" title={t('web.office.ledger.trial')} run={run}>
      {result && (
        <>
          <Scroll bare label={t('web.office.ledger.trial')}>
            <table className="dt lg">
              <thead>
                <tr>
                  <th>{t('web.admin.accountColumn')}</th>
                  <th className="n">{t('web.office.ledger.count')}</th>
                  <th className="n">{t('web.admin.debit')}</th>
                  <th className="n">{t('web.admin.credit')}</th>
                </tr>
              </thead>
              <tbody>
                {result.lines.map((line) => (
                  <tr key={line.account}>
                    <td>{kindName(line.account, t)}</td>
                    <td className="n tab-num">
                      {t('web.office.ledger.openOf', {
                        open: number(line.open),
                        count: number(line.accounts),
                      })}
                    </td>
                    <td className="n">{amount(line.debitPaise)}</td>
                    <td className="n">{amount(line.creditPaise)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td colSpan={2}>{t('web.admin.total')}</td>
                  <td className="n">{amount(sum('debitPaise'))}</td>
                  <td className="n">{amount(sum('creditPaise'))}</td>
                </tr>
              </tfoot>
            </table>
          </Scroll>
          <p className="t2 of-after">
            {t('web.office.ledger.cover', {
              held: formatRupees(result.heldPaise),
              owed: formatRupees(result.owedPaise),
            })}
          </p>
        </>
      )}
    </Check>
  );
}

const OF_MANY = new Set(['escrow', 'wallet', 'withdrawal', 'refund', 'unapplied']);
const kindName = (account: string, t: ReturnType<typeof useT>): string =>
  OF_MANY.has(account) ? t(`web.office.ledger.kind.${account as 'escrow'}`) : accountName(account);

function Invariants({ run }: { run: Books['invariants'] }) {
  const t = useT();
  return (
    <Check kind="invariants" title={t('web.office.ledger.invariants')} run={run}>
      {run?.result && (
        <ul className="of-list">
          {run.result.map((invariant) => (
            <li key={invariant.id}>
              <Badge tone={invariant.holds ? 'released' : 'stop'} icon={invariant.holds ? 'check' : 'alert'}>
                {t(invariant.holds ? 'web.office.ledger.holds' : 'web.office.ledger.broken')}
              </Badge>
              <span>
                <span lang="en">{invariant.name}</span>
                {invariant.rows.map((row) => (
                  <code key={row}>{row}</code>
                ))}
              </span>
              <small className="mut tab-num">{number(invariant.tookMs)} ms</small>
            </li>
          ))}
        </ul>
      )}
    </Check>
  );
}

function Reconciliation({ run }: { run: Books['reconciliation'] }) {
  const t = useT();
  const result = run?.result;
  return (
    <Check kind="reconciliation" title={t('web.office.ledger.reconciliation')} run={run}>
      {result && (
        <>
          <p className="t2">
            {t('web.office.ledger.compared', {
              since: moment(result.since),
              orders: number(result.orders),
              refunds: number(result.refunds),
              transfers: number(result.transfers),
              settlements: number(result.settlements),
            })}
          </p>
          {result.differences.length === 0 ? (
            <p className="t2 ok">{t('web.office.ledger.noDifference')}</p>
          ) : (
            <DifferenceTable label={t('web.office.ledger.reconciliation')} rows={result.differences} />
          )}
        </>
      )}
    </Check>
  );
}
