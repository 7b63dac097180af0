import type { PassbookKind, PassbookLine, Wallet } from '@fws/contract/payouts/model';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/domain.ts';
import { translate } from '../../platform/messages.ts';
import { heldMilestones, milestoneFacts } from '../contracts/index.ts';
import { withdrawalsStoppedAt } from '../identity/index.ts';
import { balance, entriesOf, walletOf, type AccountEntry } from '../ledger/index.ts';
import { withdrawalsByIds } from './withdrawals-store.ts';

/** The worker's ledger account, newest first. Money held for them is listed but is not part of the balance. */
export async function passbook(
  deps: Deps,
  userId: number,
  locale: Locale,
  page: PageAsked,
): Promise<Outcome<Wallet>> {
  const place = page.cursor === null ? null : decodeTimeCursor(page.cursor);
  if (page.cursor !== null && place === null) return refuse('malformed', 'common.cursor_invalid');
  const account = walletOf(userId);
  const [balancePaise, entries, held, stoppedAt] = await Promise.all([
    balance(deps.db, account),
    entriesOf(deps.db, account, { limit: page.limit + 1, beforeVersion: place?.[1] }),
    heldMilestones(deps.db, userId),
    withdrawalsStoppedAt(deps.db, userId),
  ]);
  const { rows, nextCursor } = pageOf(entries, page.limit, (last) => [
    last.eventTime.toISOString(),
    last.version,
  ]);
  return done({
    balancePaise,
    heldPaise: held.reduce((sum, each) => sum + each.amountPaise, 0),
    held: held.map((each) => ({
      id: `held-${each.milestoneId}`,
      at: each.at.toISOString(),
      kind: 'held',
      title: milestoneTitle(locale, each),
      jobNumber: each.jobNumber,
      amountPaise: each.amountPaise,
      balancePaise: null,
      reference: null,
    })),
    lines: await linesOf(deps, rows, locale),
    nextCursor,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  });
}

const milestoneTitle = (locale: Locale, { title, name }: { title: string; name: string }): string =>
  translate(locale, 'payouts.line_title', { job: title, milestone: name });

async function linesOf(deps: Deps, entries: AccountEntry[], locale: Locale): Promise<PassbookLine[]> {
  const [milestones, withdrawals] = await Promise.all([
    milestoneFacts(deps.db, idsOf(entries, 'milestoneId')),
    withdrawalsByIds(deps.db, idsOf(entries, 'withdrawalId')),
  ]);
  return entries.map((entry) => {
    const milestone = milestones.get(entry.milestoneId ?? 0);
    const withdrawal = withdrawals.get(entry.withdrawalId ?? 0);
    return {
      id: String(entry.version),
      at: entry.eventTime.toISOString(),
      kind: kindOf(entry),
      title: milestone ? milestoneTitle(locale, milestone) : (withdrawal?.destination ?? ''),
      jobNumber: milestone?.jobNumber ?? null,
      amountPaise: entry.amountPaise,
      balancePaise: entry.balanceAfterPaise,
      reference: withdrawal?.utr ?? null,
    };
  });
}

const idsOf = (entries: AccountEntry[], field: 'milestoneId' | 'withdrawalId'): number[] => [
  ...new Set(entries.flatMap((entry) => entry[field] ?? [])),
];

function kindOf({ kind }: AccountEntry): PassbookKind {
  // `withdrawal_paid` debits a wallet only if the withdrawal had counted as failed.
  if (kind === 'withdrawal_requested' || kind === 'withdrawal_paid') return 'withdrawal';
  return kind === 'withdrawal_returned' || kind === 'withdrawal_reversed' ? kind : 'release';
}
