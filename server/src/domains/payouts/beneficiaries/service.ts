import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PayoutGateway } from '../../../ports/payout-gateway.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { loadPeople } from '../../profile/index.ts';
import { createAccountNumbers, toDestination } from '../account-numbers/service.ts';
import { getAccount, markRegistered } from '../accounts/store.ts';

const NAME_LENGTH_MAX = 100;
const RETRY_PENDING_AFTER_MS = 60_000;

/**
 * Registers an account with the provider as a beneficiary: once, and again when the provider has `forgotten` it. Throws
 * a `ProviderError` when the provider refuses the account or is still checking it.
 */
export async function registerBeneficiary(
  deps: Deps,
  gateway: PayoutGateway,
  accountId: number,
  registration: 'known' | 'forgotten',
): Promise<{ id: string; mode: 'bank' | 'upi' }> {
  const account = await getAccount(deps.db, accountId);
  const beneficiary = { id: account.beneficiary_id, mode: account.kind };
  if (account.registered_at && registration === 'known') return beneficiary;
  const owner = (await loadPeople(deps.db, [account.user_id])).get(account.user_id);
  if (!owner) throw new Error(`payout account ${accountId} has no owner`);
  const { status } = await gateway.addBeneficiary({
    beneficiaryId: account.beneficiary_id,
    name: (account.name_at_bank || account.holder_name || owner.name).slice(0, NAME_LENGTH_MAX),
    phone: owner.mobile.slice(-10),
    destination: toDestination(createAccountNumbers(deps.keyring), account),
  });
  if (status === 'invalid')
    throw new ProviderError('rejected', 'beneficiary_invalid', 'the provider does not accept the account');
  if (status === 'pending')
    throw new ProviderError(
      'limited',
      'beneficiary_pending',
      'the provider still checks the account',
      RETRY_PENDING_AFTER_MS,
    );
  await inTx(deps.db, (tx) => markRegistered(tx, account, deps.ports.clock.now()));
  return beneficiary;
}
