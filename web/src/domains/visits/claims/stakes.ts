import type { Contract } from '@fws/contract/contracts/schemas';
import type { Side } from '@fws/contract/contracts/model';
import type { Visit } from '@fws/contract/visits/schemas';

type Milestones = Pick<Contract['milestones'][number], 'id' | 'amountPaise' | 'fund' | 'work' | 'onHold'>[];

const isUnused = ({ fund, work, onHold }: Milestones[number]): boolean =>
  fund === 'funded' && work === 'not_started' && !onHold;

const sum = (milestones: Milestones): number =>
  milestones.reduce((total, { amountPaise }) => total + amountPaise, 0);

/** What a claim is about: the fee for a worker, everything that nobody has worked for for a poster. */
export function calculateStake(
  by: Side,
  visit: Pick<Visit, 'milestoneId' | 'feePaise'>,
  milestones: Milestones,
): { claimedPaise: number; restPaise: number } {
  const unused = milestones.filter(isUnused);
  if (by === 'poster') return { claimedPaise: sum(unused), restPaise: 0 };
  const isFee = ({ id }: Milestones[number]) => visit.feePaise > 0 && id === visit.milestoneId;
  return {
    claimedPaise: sum(unused.filter(isFee)),
    restPaise: sum(unused.filter((milestone) => !isFee(milestone))),
  };
}
