import { INVITATION_LASTS_DAYS, INVITATIONS_PER_JOB_MAX } from '@fws/contract/invitations/model';
import type { InvitationState } from '@fws/contract/invitations/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { getEndOfIstDay } from '@fws/contract/platform/dates';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';

const DAY_MS = 24 * 3600_000;
const LASTS_MS = INVITATION_LASTS_DAYS * DAY_MS;

/** Invitations that were sent at this time or before have lapsed. */
export const calculateLapseCutoff = (now: Date): Date => new Date(now.getTime() - LASTS_MS);

/** No later than the job takes quotes. */
export function calculateLapseTime(sentAt: Date, closesOn: string): Date {
  const lapsesAt = new Date(sentAt.getTime() + LASTS_MS);
  const closesAt = getEndOfIstDay(closesOn);
  return closesAt < lapsesAt ? closesAt : lapsesAt;
}

/** Whether the worker may still answer. */
export const isWaiting = (
  { state, sent_at: sentAt }: { state: InvitationState; sent_at: Date },
  { isOpen, now }: { isOpen: boolean; now: Date },
): boolean => state === 'sent' && isOpen && sentAt > calculateLapseCutoff(now);

/**
 * What the poster reads of an invitation whose quote they do not see: the same as if the worker had not quoted, so that
 * nothing shows that the quote is withheld.
 */
export function getStateWithoutQuote(
  { declined_at: declinedAt, sent_at: sentAt }: { declined_at: Date | null; sent_at: Date },
  { jobState, now }: { jobState: JobState; now: Date },
): InvitationState {
  if (declinedAt !== null) return 'declined';
  if (sentAt <= calculateLapseCutoff(now)) return 'lapsed';
  if (jobState === 'cancelled') return 'withdrawn';
  return jobState === 'open' || jobState === 'withheld' ? 'sent' : 'lapsed';
}

/** Whether the poster of a job may invite one more person, this one. */
export function getInviteAbility({
  isOpen,
  isInvited,
  hasQuoted,
  invited,
}: {
  /** The job takes quotes. */
  isOpen: boolean;
  isInvited: boolean;
  /** The poster may accept a quote of theirs. */
  hasQuoted: boolean;
  /** How many people are invited to the job. */
  invited: number;
}): Ability {
  if (!isOpen) return { allowed: false, reason: 'jobs.not_open' };
  if (hasQuoted) return { allowed: false, reason: 'invitations.has_quoted' };
  if (isInvited) return { allowed: false, reason: 'invitations.already' };
  return allowIf(invited < INVITATIONS_PER_JOB_MAX, 'invitations.too_many');
}
