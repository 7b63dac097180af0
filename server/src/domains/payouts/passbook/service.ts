import type { PassbookKind } from '@fws/contract/payouts/model';
import type { PassbookLine, Wallet } from '@fws/contract/payouts/schemas';
import type { RestingRelease } from '@fws/contract/rests/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type CursorKey, type PageRequest } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { translate } from '../../../platform/messages.ts';
import { listHeldMilestones, loadMilestoneDetails } from '../../escrow/index.ts';
import { getWithdrawalsStoppedAt } from '../../identity/index.ts';
import { getBalance, listAccountEntries, toWalletAccount, type AccountEntry } from '../../ledger/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { describeRest, isFree, readWalletState, type WalletReleaseRow } from '../../rests/index.ts';
import { calculateWithdrawable } from '../withdrawals/service.ts';
import { loadWithdrawals } from '../withdrawals/store.ts';

/** The worker's ledger account, newest first. Money held for them is listed but is not part of the balance. */
export async function getPassbook(
  deps: Deps,
  userId: number,
  locale: Locale,
  params: PageRequest,
): Promise<Outcome<Wallet>> {
  const account = toWalletAccount(userId);
  const loadEntries = (after: CursorKey | null) =>
    listAccountEntries(deps.db, account, { limit: params.limit + 1, beforeVersion: after?.[1] });
  const now = deps.ports.clock.now();
  const [page, balancePaise, milestonesInEscrow, stoppedAt, state] = await Promise.all([
    loadPageByTime(params, loadEntries, (entry) => [entry.eventTime, entry.version]),
    getBalance(deps.db, account),
    listHeldMilestones(deps.db, userId),
    getWithdrawalsStoppedAt(deps.db, userId),
    readWalletState(deps.db, userId, now),
  ]);
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const restingReleases = state.releases.filter(
    ({ rest_until: restUntil, is_held: isHeld }) => !isFree({ restUntil, isHeld }, now),
  );
  return done({
    balancePaise,
    withdrawablePaise: calculateWithdrawable(state),
    restingPaise: restingReleases.reduce((sum, release) => sum + release.left_paise, 0),
    resting: await buildResting(deps, restingReleases, { userId, locale }),
    limit: state.limit && {
      hours: state.limit.hours,
      maxPaise: state.limit.maxPaise,
      leftPaise: state.limit.leftPaise,
      moreFrom: state.limit.moreFrom?.toISOString() ?? null,
    },
    heldPaise: milestonesInEscrow.reduce((sum, milestone) => sum + milestone.amountPaise, 0),
    held: milestonesInEscrow.map((milestone) => ({
      id: `held-${milestone.milestoneId}`,
      at: milestone.at.toISOString(),
      kind: 'held',
      title: formatMilestoneTitle(locale, milestone),
      jobNumber: milestone.jobNumber,
      amountPaise: milestone.amountPaise,
      balancePaise: null,
      reference: null,
    })),
    lines: await buildLines(deps, rows, locale),
    nextCursor,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  });
}

/** More than a page shows; the sum counts all. */
const RESTING_MAX = 100;

async function buildResting(
  { db }: Pick<Deps, 'db'>,
  releases: readonly WalletReleaseRow[],
  { userId, locale }: { userId: number; locale: Locale },
): Promise<RestingRelease[]> {
  // Held ones wait for a person, so they come last.
  const shown = releases
    .toSorted(
      (a, b) => Number(a.is_held) - Number(b.is_held) || a.rest_until.getTime() - b.rest_until.getTime(),
    )
    .slice(0, RESTING_MAX);
  const [people, milestones] = await Promise.all([
    loadPeople(db, [userId, ...shown.flatMap(({ payer_id: id }) => id ?? [])]),
    loadMilestoneDetails(
      db,
      shown.flatMap(({ milestone_id: id }) => id ?? []),
      shown.flatMap(({ job_id: id }) => id ?? []),
    ),
  ]);
  return shown.map((release) => ({
    id: release.id,
    amountPaise: release.left_paise,
    releasedAt: release.created_at.toISOString(),
    until: release.is_held ? null : release.rest_until.toISOString(),
    reason: release.is_held
      ? translate(locale, 'rests.held')
      : describeRest(locale, {
          reason: release.reason,
          days: release.rest_days,
          method: release.method,
          payer: people.get(release.payer_id ?? 0)?.firstName ?? '',
          worker: people.get(userId)?.firstName ?? '',
          side: 'worker',
          payerDays: release.payer_days ?? 0,
        }),
    jobNumber: milestones.get(release.milestone_id ?? 0)?.jobNumber ?? null,
  }));
}

const formatMilestoneTitle = (locale: Locale, { title, name }: { title: string; name: string }): string =>
  translate(locale, 'payouts.line_title', { job: title, milestone: name });

async function buildLines(deps: Deps, entries: AccountEntry[], locale: Locale): Promise<PassbookLine[]> {
  const [milestones, withdrawals] = await Promise.all([
    loadMilestoneDetails(deps.db, collectIds(entries, 'milestoneId'), collectIds(entries, 'jobId')),
    loadWithdrawals(deps.db, collectIds(entries, 'withdrawalId')),
  ]);
  return entries.map((entry) => {
    const milestone = milestones.get(entry.milestoneId ?? 0);
    const withdrawal = withdrawals.get(entry.withdrawalId ?? 0);
    return {
      id: String(entry.version),
      at: entry.eventTime.toISOString(),
      kind: toPassbookKind(entry),
      title: milestone ? formatMilestoneTitle(locale, milestone) : (withdrawal?.destination ?? ''),
      jobNumber: milestone?.jobNumber ?? null,
      amountPaise: entry.amountPaise,
      balancePaise: entry.balanceAfterPaise,
      reference: withdrawal?.utr ?? null,
    };
  });
}

const collectIds = (entries: AccountEntry[], field: 'milestoneId' | 'jobId' | 'withdrawalId'): number[] => [
  ...new Set(entries.flatMap((entry) => entry[field] ?? [])),
];

function toPassbookKind({ kind }: AccountEntry): PassbookKind {
  // `withdrawal_paid` debits a wallet only if the withdrawal had counted as failed.
  if (kind === 'withdrawal_requested' || kind === 'withdrawal_paid') return 'withdrawal';
  return kind === 'withdrawal_returned' || kind === 'withdrawal_reversed' ? kind : 'release';
}
