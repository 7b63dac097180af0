import { useState } from 'react';
import type { Withdrawal } from '@fws/contract/payouts/schemas';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';
import { Badge, Button, Note } from '../../../ui/index.ts';
import { stateLabels } from '../labels.ts';

const INITIAL_COUNT = 3;

/** The latest withdrawals, with their state. */
export function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const t = useT();
  const [showAll, setShowAll] = useState(false);
  if (withdrawals.length === 0) return null;
  const shown = showAll ? withdrawals : withdrawals.slice(0, INITIAL_COUNT);
  return (
    <section className="sheet pay-withdrawals" aria-labelledby="withdrawals-title">
      <h2 id="withdrawals-title">{t('web.payouts.withdrawals')}</h2>
      <ul className="pay-list">
        {shown.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
      {shown.length < withdrawals.length && (
        <Button variant="quiet" onClick={() => setShowAll(true)}>
          {t('web.payouts.showAll')}
        </Button>
      )}
    </section>
  );
}

/** On phones, where the list is below the passbook: the withdrawals in progress. */
export function InProgress({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const t = useT();
  return withdrawals
    .filter(({ state }) => state === 'requested' || state === 'processing')
    .map(({ id, amountPaise, to, reason }) => (
      <div key={id} className="pay-under-way only-p">
        <Note icon="clock" role="status">
          {t(reason === null ? 'payouts.requested' : 'payouts.requested_paused', {
            amount: formatRupees(amountPaise),
            to,
          })}
        </Note>
      </div>
    ));
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT();
  const { to, amountPaise, createdAt, state, reason, utr } = withdrawal;
  const { label, tone, icon } = stateLabels[state];
  return (
    <li>
      <div>
        <b>{to}</b>
        <small>
          {formatDate(t, createdAt)}, {formatTime(t, createdAt)}
        </small>
        {utr !== null && <small>{t('web.payouts.utr', { utr })}</small>}
        {reason !== null && <small>{reason}</small>}
      </div>
      <span className="pay-amount">
        <span className="money" translate="no">
          {formatRupees(amountPaise)}
        </span>
        <Badge tone={tone} icon={icon}>
          {t(label)}
        </Badge>
      </span>
    </li>
  );
}
