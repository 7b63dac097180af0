import type { Wallet } from '@fws/contract/payouts/schemas';
import { formatDate, formatRupees, formatTime, useT } from '../../../platform/i18n/index.ts';

/** Released money that cannot be withdrawn yet: from when it can, and why. */
export function Resting({ wallet }: { wallet: Pick<Wallet, 'resting' | 'restingPaise'> }) {
  const t = useT();
  if (wallet.resting.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="resting-title">
      <h2 id="resting-title">{t('web.payouts.resting', { amount: formatRupees(wallet.restingPaise) })}</h2>
      <ul className="stack">
        {wallet.resting.map(({ id, amountPaise, until, reason }) => (
          <li key={id}>
            <b className="money">{formatRupees(amountPaise)}</b>{' '}
            {until === null
              ? t('web.payouts.restingHeld')
              : t('web.payouts.restingFrom', { date: formatDate(t, until), time: formatTime(t, until) })}
            <br />
            <span className="t2 mut">{reason}</span>
          </li>
        ))}
      </ul>
      <p className="t2 mut">{t('web.payouts.restingWhy')}</p>
    </section>
  );
}
