import type { EarningsByMonth } from '@fws/contract/payouts/schemas';
import { IST_OFFSET_MS, toIstDate } from '@fws/contract/platform/dates';
import type { Deps } from '../../../platform/deps.ts';
import { sumAccountByMonth, toWalletAccount } from '../../ledger/index.ts';

const MONTHS = 12;

/** The last twelve months in Indian time, with the current one, oldest first: "2026-11". */
export function listMonths(now: Date): string[] {
  const [year, month] = toIstDate(now).split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index)).toISOString().slice(0, 7),
  );
}

/** The first moment of a month in India. */
const getStart = (month: string) => new Date(Date.parse(`${month}-01T00:00:00Z`) - IST_OFFSET_MS);

/** What reached the worker's wallet for work, from the ledger. Withdrawals do not count. */
export async function readEarningsByMonth(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  userId: number,
): Promise<EarningsByMonth> {
  const months = listMonths(ports.clock.now());
  const sums = await sumAccountByMonth(db, toWalletAccount(userId), {
    kinds: ['release', 'dispute_split', 'split_agreed'],
    since: getStart(months[0] ?? ''),
  });
  const items = months.map((month) => ({ month, amountPaise: sums.get(month) ?? 0 }));
  return { months: items, totalPaise: items.reduce((sum, { amountPaise }) => sum + amountPaise, 0) };
}
