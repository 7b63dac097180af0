import type { Contract } from '@fws/contract/contracts/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { MoneyBar, Sheet } from '../../../ui/index.ts';
import { termNames } from '../../jobs/index.ts';
import { sumHeldPaise, buildMoneyParts, sumReleasedPaise } from '../money.ts';

type Props = { contract: Contract };

/** The agreed total, and where each part of it is. */
export function PosterMoney({ contract }: Props) {
  const t = useT();
  const { milestones, totalPaise, term } = contract;
  const released = milestones.filter(({ fund }) => fund === 'released').length;
  return (
    <Sheet>
      <div className="con-top">
        <div>
          <h2 className="con-label">{t('web.contracts.total')}</h2>
          <p className="con-total money" translate="no">
            {formatRupees(totalPaise)}
          </p>
        </div>
        <p className="t2 mut con-by">
          {t(termNames[term])}
          <br />
          {t('web.contracts.releasedOf', { released, count: milestones.length })}
        </p>
      </div>
      <MoneyBar parts={buildMoneyParts(milestones, 'poster')} />
    </Sheet>
  );
}

/** Shows the money held for the worker first, because that is what they work for. */
export function WorkerMoney({ contract }: Props) {
  const t = useT();
  const { milestones, totalPaise } = contract;
  return (
    <Sheet>
      <div className="con-top">
        <div>
          <h2 className="con-label">{t('ui.passbook.heldForYou')}</h2>
          <p className="con-total money" translate="no">
            {formatRupees(sumHeldPaise(milestones, 'worker'))}
          </p>
        </div>
        <dl className="con-sums">
          <div>
            <dt>{t('web.contracts.received')}</dt>
            <dd>{formatRupees(sumReleasedPaise(milestones))}</dd>
          </div>
          <div>
            <dt>{t('web.jobs.yourQuote')}</dt>
            <dd>{formatRupees(totalPaise)}</dd>
          </div>
        </dl>
      </div>
      <MoneyBar parts={buildMoneyParts(milestones, 'worker')} />
    </Sheet>
  );
}
