import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { seal, unseal, type Keyring } from '../../../platform/keys.ts';
import type { Destination } from '../../../ports/payout-gateway.ts';
import { lockPlainAccounts, updateAccount, type AccountRow } from '../accounts/store.ts';

export const SEALED_FOR = 'account_number';
const ENDING_DIGITS = 4;

export type StoredNumber = Pick<AccountRow, 'account_number' | 'account_number_sealed' | 'account_ending'>;

/** Encrypts and decrypts stored account numbers; no other code does. Equal numbers get different ciphertexts. */
export function createAccountNumbers(keyring: Keyring) {
  return {
    toStore: (number: string): StoredNumber => ({
      account_number: '',
      account_number_sealed: seal(keyring, SEALED_FOR, number),
      account_ending: number.slice(-ENDING_DIGITS),
    }),
    /** Rows older than the encryption are plain text until `sealAccountNumbers` reaches them. */
    read: (account: StoredNumber): string => {
      if (account.account_number_sealed === null) return account.account_number;
      const number = unseal(keyring, SEALED_FOR, account.account_number_sealed);
      if (number === null) throw new Error('no key opens the number of a payout account');
      return number;
    },
  };
}

export type AccountNumbers = ReturnType<typeof createAccountNumbers>;

/** Decrypts the account number. Pass the result only to banks and to the payout provider. */
export const toDestination = (numbers: AccountNumbers, account: AccountRow): Destination =>
  account.kind === 'bank'
    ? { kind: 'bank', accountNumber: numbers.read(account), ifsc: account.ifsc }
    : { kind: 'upi', vpa: account.upi_id };

const BATCH_SIZE = 100;

/** Task: encrypts numbers that are still plain text, in batches. */
export function sealAccountNumbers(deps: Deps): Promise<void> {
  const numbers = createAccountNumbers(deps.keyring);
  return inTx(deps.db, async (tx: Tx) => {
    const plainAccounts = await lockPlainAccounts(tx, BATCH_SIZE);
    for (const account of plainAccounts)
      await updateAccount(tx, account.id, numbers.toStore(account.account_number));
    if (plainAccounts.length === BATCH_SIZE)
      await enqueue(tx, 'seal_account_numbers', {}, { key: 'seal_account_numbers' });
  });
}
