import { toIstDate } from '@fws/contract/platform/dates';
import type { Today } from '@fws/contract/today/schemas';
import { read } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { getOtherSide, getWaitMs, toJobFacts, toTurnFacts } from '../contracts/index.ts';
import { calculateLapseCutoff } from '../invitations/index.ts';
import { loadPeople } from '../profile/index.ts';
import { decideToday } from './rules.ts';
import {
  buildContractsQuery,
  buildDisputesQuery,
  buildChangesQuery,
  buildInvitationsQuery,
  buildQuotesQuery,
  buildRepeatsQuery,
  buildReviewsQuery,
  buildVisitsQuery,
  buildWalletQuery,
  type ChangeRow,
  type DisputeRow,
  type InvitationRow,
  type MilestoneRow,
  type QuoteRow,
  type RepeatRow,
  type ReviewRow,
  type VisitRow,
  type WalletRow,
} from './store.ts';

/** What waits for the user and for others, with the same number of statements however many jobs the user has. */
export async function readToday(
  { db, ports, config }: Pick<Deps, 'db' | 'ports' | 'config'>,
  userId: number,
): Promise<Today> {
  const now = ports.clock.now();
  const sentAfter = calculateLapseCutoff(now);
  const [milestones, disputes, changes, quotes, invitations, repeats, reviews, visits, [wallet]] =
    await Promise.all([
      read<MilestoneRow>(db, buildContractsQuery(userId)),
      read<DisputeRow>(db, buildDisputesQuery(userId)),
      read<ChangeRow>(db, buildChangesQuery(userId)),
      read<QuoteRow>(db, buildQuotesQuery(userId)),
      read<InvitationRow>(db, buildInvitationsQuery(userId, { sentAfter, today: toIstDate(now) })),
      read<RepeatRow>(db, buildRepeatsQuery(userId)),
      read<ReviewRow>(db, buildReviewsQuery(userId, now)),
      read<VisitRow>(db, buildVisitsQuery(userId)),
      read<WalletRow>(db, buildWalletQuery(userId, now)),
    ]);
  const people = await loadPeople(
    db,
    [
      ...milestones,
      ...disputes,
      ...changes,
      ...quotes,
      ...invitations,
      ...repeats,
      ...reviews,
      ...visits,
    ].map((row) => row.other_id),
  );
  const milestonesByJob = new Map<number, MilestoneRow[]>();
  for (const row of milestones)
    milestonesByJob.set(row.job_id, [...(milestonesByJob.get(row.job_id) ?? []), row]);
  const getName = (id: number) => people.get(id)?.firstName ?? '';
  return decideToday(
    {
      milestones: milestones.map((row) => ({
        ...toTurnFacts(row, {
          waitMs: getWaitMs(config.autoReleaseMs, row.in_person),
          limits: config.paymentLimits,
          suspended: people.get(row.other_id)?.suspendedAt ? getOtherSide(row.side) : null,
          job: toJobFacts(row.state, milestonesByJob.get(row.job_id) ?? []),
          split: row.split_due_at ? { side: row.split_side, due_at: row.split_due_at } : undefined,
        }),
        id: row.id,
        position: row.position,
        side: row.side,
        jobId: row.job_id,
        jobNumber: row.job_number,
        otherName: getName(row.other_id),
      })),
      disputes: disputes.map((row) => ({
        id: row.id,
        jobId: row.job_id,
        jobNumber: row.job_number,
        side: row.side,
        otherName: getName(row.other_id),
        isRaisedByReader: row.is_raised_by_reader,
        hasAnswered: row.has_answered,
        documentsDueAt: row.documents_due_at,
        reviewDueAt: row.review_due_at,
        heldPaise: row.held_paise,
        position: row.position,
      })),
      changes: changes.map((row) => ({
        jobId: row.job_id,
        jobNumber: row.job_number,
        side: row.side,
        otherName: getName(row.other_id),
        isOwn: row.is_own,
        totalPaise: row.total_paise,
        dueAt: row.due_at,
      })),
      quotes: quotes.map((row) => ({
        kind: row.kind,
        jobId: row.job_id,
        jobNumber: row.job_number,
        quoteId: row.quote_id,
        otherName: getName(row.other_id),
        count: row.count,
        amountPaise: row.amount_paise,
        sentAt: row.sent_at,
      })),
      invitations: invitations.map((row) => ({
        jobId: row.job_id,
        jobNumber: row.job_number,
        posterName: getName(row.other_id),
        sentAt: row.sent_at,
        closesOn: row.closes_on,
      })),
      repeats: repeats.map((row) => ({
        jobId: row.job_id,
        jobNumber: row.job_number,
        otherName: getName(row.other_id),
        count: row.count,
        amountPaise: row.amount_paise,
        proposedAt: row.proposed_at,
      })),
      reviews: reviews.map((row) => ({
        jobId: row.job_id,
        jobNumber: row.job_number,
        side: row.side,
        otherName: getName(row.other_id),
        dueAt: row.due_at,
      })),
      visits: visits.map((row) => ({
        jobId: row.job_id,
        jobNumber: row.job_number,
        milestoneId: row.milestone_id,
        position: row.position,
        side: row.side,
        otherName: getName(row.other_id),
        startsAt: row.starts_at,
        isFunded: row.is_funded,
        feePaise: row.fee_paise,
        unusedPaise: row.unused_paise,
        claimedBy: row.claimed_by,
        answerBy: row.answer_by,
      })),
      wallet: {
        balancePaise: wallet?.balance_paise ?? 0,
        freePaise: wallet?.free_paise ?? 0,
        identity: wallet?.identity_state ?? 'none',
        isStopped: wallet?.withdrawals_stopped_at !== null,
      },
    },
    now,
  );
}
