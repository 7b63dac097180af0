import type { CSSProperties } from 'react';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import type { Contract } from '@fws/contract/contracts/schemas';
import { calculateShare } from '@fws/contract/platform/money';
import { toPercent } from '../money.ts';

type Props = {
  contract: Contract;
  totalPaise: number;
  workerPaise: number;
  /** Sets the worker's part by the slider; left out where the sum is only shown. */
  onChange?: (workerPaise: number) => void;
};

const STEP_PAISE = 100;

/** One sum, two sides: what the worker gets, and what comes back to the poster. */
export function SplitFigures({ contract, totalPaise, workerPaise, onChange }: Props) {
  const t = useT();
  const { side, poster, worker } = contract;
  const posterPaise = totalPaise - workerPaise;
  // A worker who gave up costs the poster no charge.
  const chargeBps = contract.cancel.ending?.side === 'worker' ? 0 : contract.refundChargeBps;
  const chargePaise = calculateShare(posterPaise, chargeBps);
  const format = (paise: number) => formatRupees(paise);
  const text = t('web.contracts.split.both', {
    worker: worker.name,
    workerAmount: format(workerPaise),
    poster: poster.name,
    posterAmount: format(posterPaise),
  });
  const share = totalPaise === 0 ? 0 : (workerPaise / totalPaise) * 100;
  return (
    <>
      <div
        className="con-halves"
        style={{ '--at': `${share}%` } as CSSProperties}
        {...(onChange ? {} : { role: 'img', 'aria-label': text })}
      >
        {onChange && (
          <input
            type="range"
            min={0}
            max={totalPaise}
            step={STEP_PAISE}
            value={workerPaise}
            aria-label={t('web.contracts.split.slider', { name: worker.name })}
            aria-valuetext={text}
            onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
          />
        )}
      </div>
      <dl className="con-sides">
        <div>
          <dt>
            {t(side === 'worker' ? 'web.contracts.split.youGet' : 'web.contracts.split.gets', {
              name: worker.name,
            })}
          </dt>
          <dd className="money" translate="no">
            {format(workerPaise)}
          </dd>
        </div>
        <div>
          <dt>
            {t(side === 'poster' ? 'web.contracts.split.youGetBack' : 'web.contracts.split.getsBack', {
              name: poster.name,
            })}
          </dt>
          <dd className="money" translate="no">
            {format(posterPaise - chargePaise)}
          </dd>
          {chargePaise > 0 && (
            <dd>
              <small>
                {t('web.contracts.split.less', {
                  amount: format(posterPaise),
                  percent: toPercent(chargeBps),
                  charge: format(chargePaise),
                })}
              </small>
            </dd>
          )}
        </div>
      </dl>
    </>
  );
}
