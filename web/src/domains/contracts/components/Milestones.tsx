import { useState } from 'react';
import type { Side } from '@fws/contract/contracts/model';
import type { Contract, Milestone } from '@fws/contract/contracts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { Rail, Sheet } from '../../../ui/index.ts';
import { listChangedIds } from '../money.ts';
import { MilestoneRow } from './MilestoneRow.tsx';
import { PlanLink } from './PlanLink.tsx';

/** The milestones of a job, as stones on a rail. */
export function Milestones({ contract }: { contract: Contract }) {
  const t = useT();
  const moving = useMoving(contract.milestones, contract.side);
  return (
    <Sheet title={t('web.contracts.milestones')}>
      <Rail>
        {contract.milestones.map((milestone) => (
          <MilestoneRow
            key={milestone.id}
            contract={contract}
            milestone={milestone}
            moving={moving.has(milestone.id)}
          />
        ))}
      </Rail>
      <PlanLink contract={contract} />
    </Sheet>
  );
}

type MilestonesSnapshot = { milestones: readonly Milestone[]; moving: ReadonlySet<number> };

/** The milestones that changed while on screen. Nothing is animated when the page opens. */
function useMoving(milestones: readonly Milestone[], side: Side): ReadonlySet<number> {
  const [previous, setPrevious] = useState<MilestonesSnapshot>({ milestones, moving: new Set() });
  if (previous.milestones === milestones) return previous.moving;
  const moving = listChangedIds(previous.milestones, milestones, side);
  setPrevious({ milestones, moving });
  return moving;
}
