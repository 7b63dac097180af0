import type { Visit } from '@fws/contract/visits/schemas';
import { useNow } from '../../../platform/clock/index.ts';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Note, Sheet } from '../../../ui/index.ts';
import { formatEnd } from '../wording.ts';
import { calculateStake } from './stakes.ts';
import type { ClaimProps } from './outcome.ts';

type Props = ClaimProps & { claim: NonNullable<Visit['claim']> };

/** Whoever made the claim sees what it waits for. */
export function OwnClaim({ visit, claim, contract }: Props) {
  const t = useT();
  const now = useNow();
  const { side, state } = visit;
  const { name } = side === 'poster' ? contract.worker : contract.poster;
  const { claimedPaise } = calculateStake(side, visit, contract.milestones);
  const time = claim.until === null ? '' : formatEnd(t, claim.until, now);
  return (
    <Sheet title={t('web.visits.own.title')}>
      <div className="vis-gap">
        <p>{t('web.visits.own.said', { name, time: formatEnd(t, claim.at, now) })}</p>
        <Note icon="clock">
          {claim.until === null
            ? t('web.visits.own.undelivered', { name })
            : t(state === 'unanswered' ? 'web.visits.own.unanswered' : 'web.visits.own.waits', {
                name,
                time,
              })}
        </Note>
        {claimedPaise > 0 && (
          <p className="t2 mut">
            {t(`web.visits.own.stake.${side}`, { amount: formatRupees(claimedPaise), name })}
          </p>
        )}
      </div>
    </Sheet>
  );
}
