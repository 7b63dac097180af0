import type { ReactNode } from 'react';
import type { OpsCaseDetail } from '@fws/contract/admin/cases/schemas';
import { formatDate, formatRupees, formatTime, translate, useT } from '../../../platform/i18n/index.ts';
import { Link } from '../../../platform/router/index.ts';
import { Name, VerifiedMark } from '../../../ui/index.ts';
import { adminPaths } from '../paths.ts';
import { getAccountLabel } from '../ledger/labels.ts';
import { getCaseLead, getProviderStatusLabel, getStateLabel } from './labels.ts';
import { FactTable } from '../shared/FactTable.tsx';
import { History } from '../audit/History.tsx';
import { LedgerTable } from '../ledger/LedgerTable.tsx';

type Row = readonly [label: ReactNode, value: ReactNode];
const formatExact = (paise: number): string => formatRupees(paise, { paise: true });
const formatMoment = (at: string): string => `${formatDate(translate, at)}, ${formatTime(translate, at)}`;

export function OpsCaseFacts({ opsCase }: { opsCase: OpsCaseDetail }) {
  const t = useT();
  return (
    <>
      <p className="adm-lead">{getCaseLead(opsCase.kind)}</p>
      <FactTable rows={useRows(opsCase)} />
      {opsCase.accounts.length > 0 && <Balances accounts={opsCase.accounts} />}
      {opsCase.answers.length > 0 && <Answers answers={opsCase.answers} />}
      {opsCase.ledger.length > 0 && (
        <LedgerTable title={t('web.admin.caseLedger')} entries={opsCase.ledger} />
      )}
      <h3 className="adm-history">{t('web.admin.history')}</h3>
      <History subject="case" subjectId={String(opsCase.id)} />
    </>
  );
}

function useRows(opsCase: OpsCaseDetail): Row[] {
  const t = useT();
  const { withdrawal, refund, payment, chargeback, settlement, cover, job } = opsCase;
  const toNextCheckRows = (at: string | null): Row[] =>
    at ? [[t('web.admin.nextCheck'), formatMoment(at)]] : [];
  return [
    ...opsCase.people.map(({ side, id, name, verified }): Row => [
      t(`web.admin.${side}`),
      <>
        <Link to={adminPaths.user(id)}>
          <Name>{name}</Name>
        </Link>{' '}
        {verified && <VerifiedMark />}
      </>,
    ]),
    ...(job
      ? [[t('web.admin.kind.job'), `${job.number}, ${job.title} · ${job.milestone}`] satisfies Row]
      : []),
    ...(withdrawal
      ? ([
          [t('web.admin.withdrawalTo'), withdrawal.destination],
          [t('web.admin.transferId'), withdrawal.transferId],
          [t('web.admin.stateWithUs'), getStateLabel(withdrawal.state)],
          [t('web.admin.askedFor'), formatMoment(withdrawal.createdAt)],
          ...toNextCheckRows(withdrawal.nextCheckAt),
        ] satisfies Row[])
      : []),
    ...(payment
      ? ([
          [t('web.admin.payment'), `${payment.id} · ${formatMoment(payment.at)}`],
          [t('web.admin.order'), payment.orderId],
        ] satisfies Row[])
      : []),
    ...(refund
      ? ([
          [t('web.admin.refundOf'), refund.id],
          [t('web.admin.stateWithUs'), getStateLabel(refund.state)],
          [t('web.admin.tries'), refund.tries],
          ...toNextCheckRows(refund.nextCheckAt),
        ] satisfies Row[])
      : []),
    ...(chargeback
      ? ([
          [t('web.admin.kind.chargeback'), chargeback.id],
          [t('web.admin.stateWithUs'), getStateLabel(chargeback.state)],
          [t('web.admin.bankSays'), chargeback.reason],
          [t('web.admin.outOfEscrow'), formatExact(chargeback.escrowPaise)],
          [t('web.admin.beyondEscrow'), formatExact(chargeback.receivablePaise)],
          ...(chargeback.writtenOffPaise > 0
            ? ([[t('web.admin.writtenOff'), formatExact(chargeback.writtenOffPaise)]] satisfies Row[])
            : []),
          ...(chargeback.respondBy
            ? ([[t('web.admin.respondBy'), formatDate(t, chargeback.respondBy)]] satisfies Row[])
            : []),
        ] satisfies Row[])
      : []),
    ...(settlement
      ? ([
          [t('web.admin.settlement'), settlement.id],
          [t('web.admin.stateWithUs'), getStateLabel(settlement.state)],
          [t('web.admin.arrived'), formatExact(settlement.settledPaise)],
          [t('web.admin.providerFee'), formatExact(settlement.feePaise)],
          [t('web.admin.gst'), formatExact(settlement.gstPaise)],
          [t('web.admin.bankReference'), settlement.utr],
        ] satisfies Row[])
      : []),
    ...(cover
      ? ([
          [t('web.admin.held'), formatExact(cover.heldPaise)],
          [t('web.admin.owed'), formatExact(cover.owedPaise)],
        ] satisfies Row[])
      : []),
    // For other kinds, the detail only repeats the facts above.
    ...(opsCase.kind === 'settlement_odd' || opsCase.kind === 'ledger_broken'
      ? [
          [
            t('web.admin.detail'),
            <span key="detail" lang="en">
              {opsCase.detail}
            </span>,
          ] satisfies Row,
        ]
      : []),
  ];
}

/** Balances of the accounts that hold the money now. */
function Balances({ accounts }: Pick<OpsCaseDetail, 'accounts'>) {
  const t = useT();
  return (
    <>
      <div className="lg-h">
        <h3>{t('web.admin.whereMoney')}</h3>
      </div>
      <table className="dt fx bal">
        <caption className="vh">{t('web.admin.whereMoney')}</caption>
        <tbody>
          {accounts.map(({ account, balancePaise }) => (
            <tr key={account}>
              <td>{getAccountLabel(account)}</td>
              <td className="n tab-num">{formatExact(balancePaise)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Statuses reported by the provider, newest first. Repeats are counted. */
function Answers({ answers }: Pick<OpsCaseDetail, 'answers'>) {
  const t = useT();
  return (
    <>
      <div className="lg-h">
        <h3>{t('web.admin.providerSaid')}</h3>
      </div>
      <ul className="adm-said">
        {answers.map(({ status, note, times, firstAt, lastAt }, index) => (
          <li key={index}>
            <b>{getProviderStatusLabel(status)}</b>
            {note && (
              <span lang="en" className="mut">
                {note}
              </span>
            )}
            <span className="mut tab-num">
              {formatMoment(lastAt)}
              {times > 1 && ` · ${t('web.admin.saidTimes', { times, since: formatMoment(firstAt) })}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
