import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { peopleByIds } from '../profile/index.ts';
import { accountNumbers, destinationIn } from './account-numbers.ts';
import { accountById, markRegistered } from './accounts-store.ts';

const LONGEST_NAME = 100;
const ASK_PENDING_AFTER_MS = 60_000;

/**
 * Registers an account with the provider as a beneficiary: once, and again when the provider has `forgotten` it. Throws
 * a `ProviderError` when the provider refuses the account or is still checking it.
 */
export async function register(
  deps: Deps,
  gateway: PayoutGateway,
  accountId: number,
  known: 'known' | 'forgotten',
): Promise<{ id: string; mode: 'bank' | 'upi' }> {
  const account = await accountById(deps.db, accountId);
  const registered = { id: account.beneficiary_id, mode: account.kind };
  if (account.registered_at && known === 'known') return registered;
  const owner = (await peopleByIds(deps.db, [account.user_id])).get(account.user_id);
  if (!owner) throw new Error(`payout account ${accountId} has no owner`);
  const { status } = await gateway.addBeneficiary({
    beneficiaryId: account.beneficiary_id,
    name: (account.name_at_bank || account.holder_name || owner.name).slice(0, LONGEST_NAME),
    phone: owner.mobile.slice(-10),
    destination: destinationIn(accountNumbers(deps.keyring), account),
  });
  if (status === 'invalid')
    throw new ProviderError('rejected', 'beneficiary_invalid', 'the provider does not accept the account');
  if (status === 'pending')
    throw new ProviderError(
      'limited',
      'beneficiary_pending',
      'the provider still checks the account',
      ASK_PENDING_AFTER_MS,
    );
  await inTx(deps.db, (tx) => markRegistered(tx, account, deps.ports.clock.now()));
  return registered;
}
