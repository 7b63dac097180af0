import type { SharedMessageId } from '@fws/contract/platform/messages';
import type { Ability } from '@fws/contract/platform/lifecycle';

export interface OwnCaseFacts {
  /** The people who gain or lose by the case. */
  parties: readonly number[];
  /** The accounts that share a device, a payout account or an identity with one of them. */
  linked: readonly number[];
  /** The staff whose role may decide it. */
  deciders: readonly number[];
}

/** Nobody decides a case of their own, or of somebody whose account is linked to theirs. */
export function decideImpartiality(staffId: number, { parties, linked, deciders }: OwnCaseFacts): Ability {
  const concerned = new Set([...parties, ...linked]);
  if (!concerned.has(staffId)) return { allowed: true };
  const reason: SharedMessageId = deciders.some((id) => !concerned.has(id))
    ? 'admin.own_case'
    : 'admin.own_case_alone';
  return { allowed: false, reason };
}
