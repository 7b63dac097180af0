import { composePorts } from '../../../server/src/compose-ports.ts';
import { readConfig } from '../../../server/src/config/index.ts';
import { allInvariants } from '../../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../../server/src/domains/ledger/index.ts';
import type { World } from '../../../server/test/world.ts';

/** Checks that the provider paid out what the books say and that every invariant holds. */
export async function checkMoney(world: World, balanceBefore: number): Promise<string[]> {
  const withdrawals = await world.db
    .selectFrom('withdrawal')
    .select('amount_paise')
    .where('state', '=', 'paid')
    .execute();
  const paidPaise = withdrawals.reduce((sum, withdrawal) => sum + withdrawal.amount_paise, 0);
  const leftPaise = balanceBefore - (await readPayoutBalance(world));
  return [
    ...(leftPaise === paidPaise
      ? []
      : [`${leftPaise} paise left the account at the provider; ${paidPaise} were paid out`]),
    ...(await listBrokenInvariants(world)),
  ];
}

export async function listBrokenInvariants(world: World): Promise<string[]> {
  const broken = await verifyLedger(world.db, allInvariants);
  return broken.map(
    ({ invariant, rows }) => `invariant ${invariant.id} (${invariant.name}): ${JSON.stringify(rows)}`,
  );
}

export async function readPayoutBalance({ config }: World): Promise<number> {
  const balance = await composePorts(readConfig(config)).payouts.getBalance();
  if (!balance) throw new Error('the payout account does not say what is in it');
  return balance.balancePaise;
}
