import { useState } from 'react';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { getWaitEnd } from '../withdrawal.ts';

/** The chosen account; until one is chosen, the first that can be used. */
export function useChoice(accounts: readonly PayoutAccount[]) {
  const [pickedId, setPickedId] = useState<number>();
  const picked =
    accounts.find(({ id }) => id === pickedId) ?? accounts.find((account) => getWaitEnd(account) === null);
  return { picked, pick: ({ id }: PayoutAccount) => setPickedId(id) };
}
