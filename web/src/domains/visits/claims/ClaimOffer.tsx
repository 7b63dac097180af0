import { useState } from 'react';
import { useNow } from '../../../platform/clock/index.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { Button, ButtonLink, ButtonRow, Sheet } from '../../../ui/index.ts';
import { ClaimDialog } from './ClaimDialog.tsx';
import type { ClaimProps } from './outcome.ts';

/** Leads to a claim, or says what it still needs. */
export function ClaimOffer({ visit, contract }: ClaimProps) {
  const t = useT();
  const now = useNow();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const { claiming, side } = visit;
  const other = side === 'poster' ? contract.worker : contract.poster;
  // The answer may be older than the end of the agreed time. The server decides.
  const isOver = now > Date.parse(visit.endsAt);
  const isAllowed = claiming.allowed || (claiming.reason === 'visits.not_over' && isOver);
  const obstacle = isAllowed || claiming.allowed ? null : claiming.reason;
  if (obstacle === 'visits.too_late') return null;
  return (
    <Sheet title={t(`web.visits.claim.offer.${side}`, { name: other.name })}>
      <div className="vis-gap">
        <p className="t2 mut">{t(obstacle ?? `web.visits.claim.first.${side}`)}</p>
        <ButtonRow>
          {other.mobile !== null && (
            <ButtonLink icon="phone" to={`tel:${other.mobile}`}>
              {t('web.visits.claim.call', { name: other.name })}
            </ButtonLink>
          )}
          {obstacle === null && (
            <Button variant="second" disabled={!online} onClick={() => setOpen(true)}>
              {t(online ? 'web.visits.claim.open' : 'ui.needsInternet')}
            </Button>
          )}
        </ButtonRow>
        {open && <ClaimDialog visit={visit} contract={contract} onClose={() => setOpen(false)} />}
      </div>
    </Sheet>
  );
}
