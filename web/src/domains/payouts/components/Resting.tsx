import type { Wallet } from '@fws/contract/payouts/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Stone } from '../../../ui/index.ts';
import { formatDayAndTime } from '../labels.ts';

type Props = {
  wallet: Pick<Wallet, 'resting' | 'restingPaise'>;
  /** The page may show the list twice, for two widths. */
  id: string;
};

/** Released money that cannot be withdrawn yet: from when it can, and why. */
export function Resting({ wallet, id }: Props) {
  const t = useT();
  if (wallet.resting.length === 0) return null;
  return (
    <section className="sheet pay-rests" aria-labelledby={id}>
      <div className="pay-rests-h">
        <h2 id={id}>{t('ui.passbook.resting')}</h2>
        <b className="money" translate="no">
          {formatRupees(wallet.restingPaise)}
        </b>
      </div>
      <ul>
        {wallet.resting.map((release) => (
          <li key={release.id}>
            <Stone state={release.until === null ? 'stop' : 'rest'} number="₹" />
            <div>
              <b>
                {release.until === null
                  ? t('ui.state.stop')
                  : t('web.payouts.restingFrom', { time: formatDayAndTime(t, release.until) })}
              </b>
              {release.reason}
            </div>
            <span className="money" translate="no">
              {formatRupees(release.amountPaise)}
            </span>
          </li>
        ))}
      </ul>
      <p className="t2 mut">{t('web.payouts.restingWhy')}</p>
    </section>
  );
}
