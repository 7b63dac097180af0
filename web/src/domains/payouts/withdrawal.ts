import { withdrawRequest } from '@fws/contract/payouts/calls';
import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import { parseRupees } from '@fws/contract/platform/money';
import { checkCall } from '../../platform/client/form.ts';
import { paths } from '../../platform/router/paths.ts';
import type { FieldError } from '@fws/contract/platform/refusal';

/** What is wrong with an amount to withdraw, in the server's own words. */
export async function validateAmount(amount: string, readyPaise: number): Promise<FieldError | null> {
  const checked = await checkCall(withdrawRequest, { amountText: amount, accountId: '1', otp: '' });
  if (!checked.ok) return checked.errors['amountText'] ?? null;
  if (checked.value.amountPaise <= readyPaise) return null;
  return { code: 'payouts.insufficient', values: { balance: formatRupees(readyPaise) } };
}

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
