import '../backoffice.css';
import { useQuery } from '@tanstack/react-query';
import type { BooksRunKind } from '@fws/contract/admin/books/model';
import type { Books } from '@fws/contract/admin/books/schemas';
import type { ReactNode } from 'react';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Badge, Button, Screen, Sheet } from '../../../ui/index.ts';
import { formatMoment, formatNumber } from '../shared/format.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { Scroll } from '../shared/Scroll.tsx';
import { getAccountLabel } from './labels.ts';
import { booksQuery, useRunCheck } from './api.ts';

const POLL_MS = 2000;
const formatAmount = (paise: number) =>
  paise === 0 ? '' : formatRupees(paise, { paise: true, sign: false });

/** Checks of the books: the last result of each, and a button to run it again. */
export function ChecksScreen() {
  const t = useT();
  const query = useQuery({
    ...booksQuery(),
    refetchInterval: ({ state: { data } }) =>
      data && [data.invariants, data.trialBalance, data.reconciliation].some((run) => run?.running)
        ? POLL_MS
        : false,
  });
  return (
    <Screen
      title={t('web.backoffice.ledger.checks')}
      lead={t('web.backoffice.ledger.checksLead')}
      data={query}
    >
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
  const start = useRunCheck();
  const busy = start.isPending || (run?.running ?? false);
  return (
    <Sheet
      title={title}
      action={
        <Button
          small
          busy={busy}
          busyText={t('web.backoffice.ledger.running')}
          onClick={() => start.mutate(kind, { onError: (error) => toast.error(error.message) })}
        >
          {t('web.backoffice.ledger.run')}
        </Button>
      }
    >
      <p className="t2 mut adm-lead">
        {run?.finishedAt == null
          ? t('web.backoffice.ledger.never')
          : t(run.askedBy === '' ? 'web.backoffice.ledger.byClock' : 'web.backoffice.ledger.byPerson', {
              when: formatMoment(run.finishedAt),
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
    <Check kind="trial_balance" title={t('web.backoffice.ledger.trial')} run={run}>
      {result && (
        <>
          <Scroll bare label={t('web.backoffice.ledger.trial')}>
            <table className="dt lg">
              <thead>
                <tr>
                  <th>{t('web.admin.accountColumn')}</th>
                  <th className="n">{t('web.backoffice.ledger.count')}</th>
                  <th className="n">{t('web.admin.debit')}</th>
                  <th className="n">{t('web.admin.credit')}</th>
                </tr>
              </thead>
              <tbody>
                {result.lines.map((line) => (
                  <tr key={line.account}>
                    <td>{getAccountKindLabel(line.account, t)}</td>
                    <td className="n tab-num">
                      {t('web.backoffice.ledger.openOf', {
                        open: formatNumber(line.open),
                        count: formatNumber(line.accounts),
                      })}
                    </td>
                    <td className="n">{formatAmount(line.debitPaise)}</td>
                    <td className="n">{formatAmount(line.creditPaise)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td colSpan={2}>{t('web.admin.total')}</td>
                  <td className="n">{formatAmount(sum('debitPaise'))}</td>
                  <td className="n">{formatAmount(sum('creditPaise'))}</td>
                </tr>
              </tfoot>
            </table>
          </Scroll>
          <p className="t2 of-after">
            {t('web.backoffice.ledger.cover', {
              held: formatRupees(result.heldPaise),
              owed: formatRupees(result.owedPaise),
            })}
          </p>
        </>
      )}
    </Check>
  );
}

const KINDS_WITH_MANY_ACCOUNTS = new Set(['escrow', 'wallet', 'withdrawal', 'refund', 'unapplied']);
const getAccountKindLabel = (account: string, t: ReturnType<typeof useT>): string =>
  KINDS_WITH_MANY_ACCOUNTS.has(account)
    ? t(`web.backoffice.ledger.kind.${account as 'escrow'}`)
    : getAccountLabel(account);

function Invariants({ run }: { run: Books['invariants'] }) {
  const t = useT();
  return (
    <Check kind="invariants" title={t('web.backoffice.ledger.invariants')} run={run}>
      {run?.result && (
        <ul className="of-list">
          {run.result.map((invariant) => (
            <li key={invariant.name}>
              <Badge tone={invariant.holds ? 'released' : 'stop'} icon={invariant.holds ? 'check' : 'alert'}>
                {t(invariant.holds ? 'web.backoffice.ledger.holds' : 'web.backoffice.ledger.broken')}
              </Badge>
              <span>
                <span lang="en">{invariant.name}</span>
                {invariant.rows.map((row) => (
                  <code translate="no" key={row}>
                    {row}
                  </code>
                ))}
              </span>
              <small className="mut tab-num">{formatNumber(invariant.tookMs)} ms</small>
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
    <Check kind="reconciliation" title={t('web.backoffice.ledger.reconciliation')} run={run}>
      {result && (
        <>
          <p className="t2">
            {t('web.backoffice.ledger.compared', {
              since: formatMoment(result.since),
              orders: formatNumber(result.orders),
              refunds: formatNumber(result.refunds),
              transfers: formatNumber(result.transfers),
              settlements: formatNumber(result.settlements),
            })}
          </p>
          {result.differences.length === 0 ? (
            <p className="t2 ok">{t('web.backoffice.ledger.noDifference')}</p>
          ) : (
            <DifferenceTable label={t('web.backoffice.ledger.reconciliation')} rows={result.differences} />
          )}
        </>
      )}
    </Check>
  );
}
