import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/model';
import { withdrawRequest } from '@fws/contract/payouts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import { checkForm } from '@fws/contract/platform/check';
import { parseRupees } from '@fws/contract/platform/money';
import { paths } from '../../app/paths.ts';
import type { FieldError } from '@fws/contract/platform/refusal';

/** What is wrong with an amount to withdraw, in the words the server would use. */
export function amountProblem(amount: string, readyPaise: number): FieldError | null {
  const checked = checkForm(withdrawRequest, { amountPaise: amount, accountId: '1', otp: '' });
  if (!checked.ok) return checked.errors['amountPaise'] ?? null;
  if (checked.value.amountPaise <= readyPaise) return null;
  return { code: 'payouts.insufficient', values: { balance: formatRupees(readyPaise) } };
}

/** What stays when this amount goes; null when it cannot go. */
export function staysPaise(amount: string, readyPaise: number): number | null {
  const paise = parseRupees(amount);
  return paise === null || paise === 0 || paise > readyPaise ? null : readyPaise - paise;
}

/** The steps of a withdrawal carry its amount in their address. */
export function withAmount(path: string, amount: string): string {
  return amount === '' ? path : `${path}?${new URLSearchParams({ amount })}`;
}

/** To the screen that changes an account, and back to the list with the amount it was left with. */
export const updatePath = ({ kind, id }: PayoutAccount, amount: string): string =>
  `${kind === 'bank' ? paths.updateBank() : paths.updateUpi()}?${new URLSearchParams({
    id: String(id),
    ...(amount !== '' && { amount }),
  })}`;

/** From when money can be sent there, while that is still to come. */
export function waitsUntil({ usableFrom }: PayoutAccount, now = Date.now()): string | null {
  return usableFrom !== null && Date.parse(usableFrom) > now ? usableFrom : null;
}

/** The balance before the oldest line on show. */
export function broughtForward(
  lines: readonly PassbookLine[],
): { date: string; balancePaise: number } | undefined {
  const oldest = lines.at(-1);
  if (!oldest || oldest.balancePaise === null) return undefined;
  return { date: oldest.at, balancePaise: oldest.balancePaise - oldest.amountPaise };
}
