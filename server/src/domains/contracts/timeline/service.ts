import type { ContractEventKind } from '@fws/contract/contracts/model';
import type { Db } from '../../../platform/db/index.ts';
import { listMilestones, type MilestoneRow } from '../../escrow/index.ts';
import { mergeEvents, toEventKind, type ChangeFacts, type ContractEvent } from './rules.ts';
import { listAgreements, listChanges, type Period } from './store.ts';

export type { Period } from './store.ts';

/** An event as both sides of the contract read it: of what people wrote, it has the title of the milestone alone. */
export interface ListedEvent {
  kind: ContractEventKind;
  milestone: { number: number; name: string } | null;
  amountPaise: number | null;
  at: Date;
}

/** What happened in an awarded job in a period, the oldest first. It is read from the history, so nothing is stored twice. */
export async function listContractEvents(db: Db, jobId: number, period: Period): Promise<ListedEvent[]> {
  const [milestones, changes] = await Promise.all([
    listMilestones(db, jobId),
    listChanges(db, jobId, period),
  ]);
  const milestonesById = new Map(milestones.map((milestone) => [milestone.id, milestone]));
  const agreements = await listAgreements(db, jobId, [...milestonesById.keys()], period);
  const changed = changes.flatMap((row): ContractEvent[] => {
    const { track, from_state: from, to_state: to, by_role: byRole, subject_id: id, at } = row;
    const kind = toEventKind({ track, from, to, byRole } as ChangeFacts);
    if (kind === null) return [];
    const milestone = track === 'fund' || track === 'work' ? milestonesById.get(id) : undefined;
    const amountPaise = row.amount_paise ?? findAmount(kind, milestone);
    return [{ kind, milestoneId: milestone?.id ?? null, amountPaise, at }];
  });
  return mergeEvents([...agreements, ...changed]).map(({ milestoneId, ...event }) => {
    const milestone = milestoneId === null ? undefined : milestonesById.get(milestoneId);
    return {
      kind: event.kind,
      milestone: milestone ? { number: milestone.position, name: milestone.name } : null,
      amountPaise: event.amountPaise,
      at: event.at,
    };
  });
}

/** Those that are about all of the milestone's money. A refund may be less, so that only its own sum counts. */
const WHOLE_AMOUNT: readonly ContractEventKind[] = [
  'funded',
  'payment_requested',
  'released',
  'released_unanswered',
  'charged_back',
];

const findAmount = (kind: ContractEventKind, milestone: MilestoneRow | undefined): number | null =>
  milestone && WHOLE_AMOUNT.includes(kind) ? milestone.amount_paise : null;
