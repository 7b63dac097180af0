import type { Ability } from '@fws/contract/platform/process';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { DisputeState } from '@fws/contract/disputes/process';

interface Facts {
  raised_by: number;
  against: number;
  state: DisputeState;
  documents_due_at: Date;
}

/** Whether the user is one of the two sides. To anybody else the ticket does not exist. */
export const isParty = (dispute: Pick<Facts, 'raised_by' | 'against'>, userId: number): boolean =>
  dispute.raised_by === userId || dispute.against === userId;

const no = (reason: SharedMessageId): Ability => ({ allowed: false, reason });
const YES: Ability = { allowed: true };

export const mayComment = (dispute: Pick<Facts, 'state'>): Ability =>
  dispute.state === 'open' ? YES : no('disputes.closed');

/** Until the end of the last day for documents, in Indian time. */
export function mayAddDocument(dispute: Pick<Facts, 'state' | 'documents_due_at'>, now: Date): Ability {
  if (dispute.state !== 'open') return no('disputes.closed');
  return now <= dispute.documents_due_at ? YES : no('disputes.documents_over');
}

export function mayWithdraw(dispute: Pick<Facts, 'state' | 'raised_by'>, userId: number): Ability {
  if (dispute.state !== 'open') return no('disputes.closed');
  return dispute.raised_by === userId ? YES : no('disputes.only_raiser');
}
