import { z } from 'zod';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { cashfreeClient, type CashfreeAccount } from '../cashfree.ts';

const API_VERSION = '2024-12-01';

const nameFinding = z.object({
  name_at_bank: z.string().nullish(),
  name_match_result: z.string().nullish(),
});

/** Cashfree's verification answers at once, whoever pays out afterwards. */
export function cashfreeNameCheck(verification: CashfreeAccount): PayoutGateway['checkName'] {
  const client = cashfreeClient(verification, API_VERSION);
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
    if (!finding.name_at_bank) return null;
    return { nameAtBank: finding.name_at_bank, match: matchOf(finding.name_match_result ?? '') };
  };
}

function matchOf(result: string): 'full' | 'partial' | 'none' {
  if (result === 'DIRECT_MATCH') return 'full';
  return result === 'GOOD_PARTIAL_MATCH' || result === 'MODERATE_PARTIAL_MATCH' ? 'partial' : 'none';
}
