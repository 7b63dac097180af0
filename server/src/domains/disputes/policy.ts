import type { Ability } from '@fws/contract/platform/lifecycle';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import type { DisputeOrigin } from '@fws/contract/disputes/model';

interface DisputeFacts {
  raised_by: number;
  against: number;
  state: DisputeState;
  documents_due_at: Date;
}

/** Whether the user is one of the two sides. To anybody else the ticket does not exist. */
export const isParty = (dispute: Pick<DisputeFacts, 'raised_by' | 'against'>, userId: number): boolean =>
  dispute.raised_by === userId || dispute.against === userId;

const deny = (reason: SharedMessageId): Ability => ({ allowed: false, reason });
const ALLOWED: Ability = { allowed: true };

export const mayComment = (dispute: Pick<DisputeFacts, 'state'>): Ability =>
  dispute.state === 'open' ? ALLOWED : deny('disputes.closed');

/** Until the end of the last day for documents, in Indian time. */
export function mayAddDocument(
  dispute: Pick<DisputeFacts, 'state' | 'documents_due_at'>,
  now: Date,
): Ability {
  if (dispute.state !== 'open') return deny('disputes.closed');
  return now <= dispute.documents_due_at ? ALLOWED : deny('disputes.documents_over');
}

/** What a split opened is nobody's to withdraw: the two sides had their time to agree. */
export function mayWithdraw(
  dispute: Pick<DisputeFacts, 'state' | 'raised_by'> & { origin: DisputeOrigin },
  userId: number,
): Ability {
  if (dispute.state !== 'open') return deny('disputes.closed');
  if (dispute.origin !== 'party') return deny('disputes.opened_by_split');
  return dispute.raised_by === userId ? ALLOWED : deny('disputes.only_raiser');
}
