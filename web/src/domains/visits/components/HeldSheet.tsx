import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { formatRupees, useT } from '../../../platform/i18n/index.ts';
import { Sheet, Stone, type MoneyState } from '../../../ui/index.ts';

/** Where the money of a milestone is, as far as it matters before the work starts. */
function getStone({ fund }: Milestone): MoneyState {
  if (fund === 'funded' || fund === 'accepted') return 'held';
  return fund === 'released' ? 'released' : 'none';
}

/** What waits in escrow for this job. The code pays nothing of it. */
export function HeldSheet({ contract }: { contract: Contract }) {
  const t = useT();
  const isPoster = contract.side === 'poster';
  return (
    <Sheet title={t(isPoster ? 'web.visits.held' : 'web.visits.heldForYou')}>
      <ul className="vis-held">
        {contract.milestones.map((milestone) => (
          <li key={milestone.id}>
            <Stone state={getStone(milestone)} number={milestone.position} />
            <span>
              <b>{milestone.name}</b>
              <small>{t(getStone(milestone) === 'none' ? 'web.visits.notPaid' : 'web.visits.paidIn')}</small>
            </span>
            <span className="money" translate="no">
              {formatRupees(milestone.amountPaise)}
            </span>
          </li>
        ))}
      </ul>
      <p className="t2 mut">{t(isPoster ? 'web.visits.paysNothing' : 'web.visits.paysNothingWorker')}</p>
    </Sheet>
  );
}
