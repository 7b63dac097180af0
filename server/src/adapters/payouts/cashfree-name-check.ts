import { z } from 'zod';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { createCashfreeClient, type CashfreeAccount } from '../cashfree.ts';

const API_VERSION = '2024-12-01';

const nameFinding = z.object({
  account_status: z.string().nullish(),
  name_at_bank: z.string().nullish(),
  name_match_result: z.string().nullish(),
});

/** Cashfree's verification answers immediately, whichever provider pays out afterwards. */
export function createCashfreeNameCheck(verification: CashfreeAccount): PayoutGateway['checkName'] {
  const client = createCashfreeClient(verification, API_VERSION);
  return async (destination, claimedName) => {
    const request =
      destination.kind === 'upi'
        ? {
            path: '/upi/penny-drop',
            body: { verification_id: crypto.randomUUID(), vpa: destination.vpa, name: claimedName },
          }
        : {
            path: '/bank-account/sync',
            body: { bank_account: destination.accountNumber, ifsc: destination.ifsc, name: claimedName },
          };
    const finding = await client.call({ method: 'POST', ...request }, nameFinding);
    const { name_at_bank: nameAtBank, account_status: status } = finding;
    if (!nameAtBank) {
      if (status === 'VALID' || status === 'INVALID') return null;
      throw new ProviderError('unknown', 'no_answer_of_bank', `the bank's answer is ${status ?? 'missing'}`);
    }
    return { nameAtBank, match: toNameMatch(finding.name_match_result ?? '') };
  };
}

function toNameMatch(result: string): 'full' | 'partial' | 'none' {
  if (result === 'DIRECT_MATCH') return 'full';
  return result === 'GOOD_PARTIAL_MATCH' || result === 'MODERATE_PARTIAL_MATCH' ? 'partial' : 'none';
}
