import { calculateAnswerBy } from '@fws/contract/visits/answer-time';
import { useNow } from '../../../platform/clock/index.ts';
import { formatRupees, formatTime, Trans, useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import { Button, Consequences, Dialog, Note, Stone, type MoneyState } from '../../../ui/index.ts';
import { formatEnd } from '../wording.ts';
import { useClaimNoShow } from './api.ts';
import { calculateStake } from './stakes.ts';
import type { ClaimProps } from './outcome.ts';

type Props = ClaimProps & { onClose: () => void };

const STRONG = { b: (text: string) => <b>{text}</b> };

/** Says why the claim is possible and what follows from each answer, before it is sent. */
export function ClaimDialog({ visit, contract, onClose }: Props) {
  const t = useT();
  const now = useNow();
  const online = useOnline();
  const claim = useClaimNoShow();
  const { side } = visit;
  const { name } = side === 'poster' ? contract.worker : contract.poster;
  const { claimedPaise, restPaise } = calculateStake(side, visit, contract.milestones);
  const amount = formatRupees(claimedPaise);

  async function send(): Promise<void> {
    try {
      await claim.mutateAsync(visit.milestoneId);
    } catch {
      return; // The dialog stays open and shows the error.
    }
    toast.success(t('visits.claimed'));
    onClose();
  }

  const footer = (
    <>
      <Button onClick={onClose}>{t('web.visits.claim.wait')}</Button>
      <Button
        variant="primary"
        disabled={!online}
        busy={claim.isPending}
        busyText={t('ui.saving')}
        onClick={() => void send()}
      >
        {online
          ? claimedPaise > 0
            ? t(`web.visits.claim.send.${side}`, { amount })
            : t('web.visits.claim.sendUnpaid')
          : t('ui.needsInternet')}
      </Button>
    </>
  );
  return (
    <Dialog title={t(`web.visits.claim.title.${side}`, { name })} onClose={onClose} footer={footer}>
      {claim.error && (
        <Note tone="bad" role="alert">
          {claim.error.message}
        </Note>
      )}
      <div className="vis-why">
        <p>
          <Trans
            id={`web.visits.claim.why.${side}`}
            values={{
              time: formatTime(t, visit.arrivedAt ?? visit.endsAt),
              from: formatTime(t, visit.startsAt),
              until: formatTime(t, visit.endsAt),
            }}
            tags={STRONG}
          />
        </p>
        <p>
          <Trans
            id="web.visits.claim.clock"
            values={{ name, time: formatEnd(t, calculateAnswerBy(now), now) }}
            tags={STRONG}
          />
        </p>
      </div>
      <section className="vis-then" aria-labelledby="claim-then">
        <h3 id="claim-then">{t('web.visits.claim.then')}</h3>
        <Consequences>
          <Then {...visit} kind="agrees" name={name} paise={claimedPaise} />
          <Then {...visit} kind="silent" name={name} paise={claimedPaise} />
          <Then {...visit} kind="contests" name={name} paise={claimedPaise} />
        </Consequences>
      </section>
      {side === 'worker' && restPaise > 0 && (
        <p className="t2 mut">{t('web.visits.claim.rest', { amount: formatRupees(restPaise), name })}</p>
      )}
      {side === 'poster' && <p className="t2 mut">{t('web.visits.claim.offline', { name })}</p>}
    </Dialog>
  );
}

type ThenProps = {
  side: 'poster' | 'worker';
  kind: 'agrees' | 'silent' | 'contests';
  name: string;
  paise: number;
};

const STONES: Record<ThenProps['side'], Record<ThenProps['kind'], MoneyState>> = {
  worker: { agrees: 'released', silent: 'rest', contests: 'stop' },
  poster: { agrees: 'refund', silent: 'refund', contests: 'stop' },
};

/** One possible answer, and whose the money is then. */
function Then({ side, kind, name, paise }: ThenProps) {
  const t = useT();
  const isPaid = paise > 0;
  return (
    <li>
      <Stone state={isPaid ? STONES[side][kind] : 'none'} number="₹" />
      <div>
        <b>{t(`web.visits.claim.${kind}`, { name })}</b>
        {isPaid
          ? t(kind === 'agrees' ? `web.visits.claim.agreesText.${side}` : `web.visits.claim.${kind}Text`, {
              name,
            })
          : t('web.visits.claim.unpaidText')}
      </div>
      {isPaid && (
        <span className="money" translate="no">
          {formatRupees(paise)}
          <small>{t(kind === 'contests' ? 'web.visits.claim.onHold' : 'web.visits.claim.toYou')}</small>
        </span>
      )}
    </li>
  );
}
