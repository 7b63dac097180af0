import { withdrawRequest } from '@fws/contract/payouts/calls';
import type { PassbookLine, PayoutAccount, Wallet } from '@fws/contract/payouts/schemas';
import type { RestingRelease } from '@fws/contract/rests/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import { parseRupees } from '@fws/contract/platform/money';
import { checkCall } from '../../platform/client/form.ts';
import { paths } from '../../platform/router/paths.ts';
import type { FieldError } from '@fws/contract/platform/refusal';

/** What of a wallet decides how much can be withdrawn, and when. */
export type Withdrawable = Pick<
  Wallet,
  'balancePaise' | 'withdrawablePaise' | 'restingPaise' | 'resting' | 'limit'
>;

/** What is wrong with an amount to withdraw, in the server's own words. Its `time` is an ISO time. */
export async function validateAmount(amount: string, wallet: Withdrawable): Promise<FieldError | null> {
  const checked = await checkCall(withdrawRequest, { amountText: amount, accountId: '1', otp: '' });
  if (!checked.ok) return checked.errors['amountText'] ?? null;
  return findAmountProblem(checked.value.amountPaise, wallet);
}

function findAmountProblem(amountPaise: number, wallet: Withdrawable): FieldError | null {
  const { balancePaise, withdrawablePaise, restingPaise, limit } = wallet;
  if (amountPaise <= withdrawablePaise) return null;
  const ready = formatRupees(withdrawablePaise);
  if (amountPaise > balancePaise) return { code: 'payouts.insufficient', values: { balance: ready } };
  if (amountPaise > balancePaise - restingPaise) {
    const time = findRestEnd(amountPaise, wallet);
    return time === null
      ? { code: 'payouts.on_hold', values: { ready } }
      : { code: 'payouts.resting_until', values: { ready, amount: formatRupees(amountPaise), time } };
  }
  return limit === null
    ? { code: 'payouts.insufficient', values: { balance: ready } }
    : { code: 'payouts.limit_reached', values: describeLimit(wallet, limit) };
}

export const describeLimit = (
  { withdrawablePaise }: Pick<Withdrawable, 'withdrawablePaise'>,
  { maxPaise, hours }: NonNullable<Withdrawable['limit']>,
) => ({
  ready: formatRupees(withdrawablePaise),
  max: formatRupees(maxPaise),
  days: Math.round(hours / 24),
});

/** When enough releases have rested for the amount; null if a hold is in the way. */
function findRestEnd(
  amountPaise: number,
  { balancePaise, restingPaise, resting }: Withdrawable,
): string | null {
  let freePaise = balancePaise - restingPaise;
  for (const release of resting) {
    if (release.until === null) return null;
    freePaise += release.amountPaise;
    if (freePaise >= amountPaise) return release.until;
  }
  return null;
}

/** What of a passbook's line rests: its release, if it does. */
export const findResting = (
  line: Pick<PassbookLine, 'kind' | 'at' | 'jobNumber'>,
  resting: readonly RestingRelease[],
): RestingRelease | undefined =>
  line.kind === 'release'
    ? resting.find(({ releasedAt, jobNumber }) => releasedAt === line.at && jobNumber === line.jobNumber)
    : undefined;

/** What remains after this amount; null when the amount cannot be withdrawn. */
export function calculateRemainingPaise(amount: string, readyPaise: number): number | null {
  const paise = parseRupees(amount);
  return paise === null || paise === 0 || paise > readyPaise ? null : readyPaise - paise;
}

/** Adds the amount to a path, because the steps of a withdrawal carry it in their URL. */
export function addAmount(path: string, amount: string): string {
  return amount === '' ? path : `${path}?${new URLSearchParams({ amount })}`;
}

/** The path where an account is edited. It carries the amount back to the list. */
export const buildUpdatePath = ({ kind, id }: PayoutAccount, amount: string): string =>
  `${kind === 'bank' ? paths.updateBank() : paths.updateUpi()}?${new URLSearchParams({
    id: String(id),
    ...(amount !== '' && { amount }),
  })}`;

/** From when money can be sent to the account, if that is in the future. */
export function getWaitEnd({ usableFrom }: PayoutAccount, now = Date.now()): string | null {
  return usableFrom !== null && Date.parse(usableFrom) > now ? usableFrom : null;
}

/** The balance before the oldest line shown. */
export function calculateBroughtForward(
  lines: readonly PassbookLine[],
): { date: string; balancePaise: number } | undefined {
  const oldest = lines.at(-1);
  if (!oldest || oldest.balancePaise === null) return undefined;
  return { date: oldest.at, balancePaise: oldest.balancePaise - oldest.amountPaise };
}
