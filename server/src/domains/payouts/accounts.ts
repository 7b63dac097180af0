import { randomUUID } from 'node:crypto';
import type { BankAccount, PayoutAccount } from '@fws/contract/payouts/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { settingsAt } from '../../platform/settings.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { identityOf, sameName } from '../kyc/index.ts';
import {
  accountsOf,
  countAccounts,
  insertAccount,
  type NewAccount,
  type ShownAccountRow,
} from './accounts-store.ts';
import { bankOf } from './banks.ts';

/** Bounds the lists, which come whole. */
const ACCOUNTS_MAX = 20;

export async function listAccounts(
  deps: Deps,
  userId: number,
  kind: 'bank' | 'upi',
): Promise<PayoutAccount[]> {
  const now = deps.ports.clock.now();
  return (await accountsOf(deps.db, userId, kind)).map((row) => accountOf(row, now));
}

export async function addBankAccount(
  deps: Deps,
  userId: number,
  form: BankAccount,
): Promise<Outcome<PayoutAccount>> {
  const identity = await identityOf(deps.db, userId);
  return add(deps, userId, 'accountNumber', sameName(form.holderName, identity.name), {
    kind: 'bank',
    accountNumber: form.accountNumber,
    ifsc: form.ifsc,
    bankName: form.bankName || bankOf(form.ifsc),
    holderName: form.holderName,
    address: form.address,
  });
}

export async function addUpiAccount(
  deps: Deps,
  userId: number,
  form: { upiId: string; address: string },
): Promise<Outcome<PayoutAccount>> {
  // The vendor is paid by the question, so what would be refused anyway is not asked.
  const known = await accountsOf(deps.db, userId, 'upi');
  if (known.some((row) => row.upi_id.toLowerCase() === form.upiId.toLowerCase()))
    return refuseField('upiId', 'payouts.account_exists');
  if (known.length >= ACCOUNTS_MAX) return tooMany;
  const identity = await identityOf(deps.db, userId);
  const nameAtBank = await upiHolder(deps, form.upiId, identity.name);
  return add(deps, userId, 'upiId', sameName(nameAtBank, identity.name), {
    kind: 'upi',
    upiId: form.upiId,
    holderName: nameAtBank,
    address: form.address,
  });
}

const tooMany = refuse('conflict', 'payouts.too_many_accounts', { values: { maximum: ACCOUNTS_MAX } });

/** Empty when the bank does not say: the account then counts as somebody else's. */
export async function upiHolder(deps: Deps, upiId: string, identityName: string): Promise<string> {
  if (identityName === '') return '';
  try {
    const found = await deps.ports.payouts.checkName({ kind: 'upi', vpa: upiId }, identityName);
    return found?.nameAtBank ?? '';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('the holder of a UPI ID could not be asked for', { code: error.code });
    return '';
  }
}

/** An account in the verified person's own name can be used at once, another after a wait in which they can object. */
export const usableFor = (ownName: boolean, now: Date, waitMs: number): Date =>
  ownName ? now : new Date(now.getTime() + waitMs);

/** An account with other details is another one to the provider. */
export const newBeneficiaryId = (): string => `ben_${randomUUID().replaceAll('-', '')}`;

async function add(
  deps: Deps,
  userId: number,
  field: 'accountNumber' | 'upiId',
  ownName: boolean,
  account: Omit<NewAccount, 'userId' | 'beneficiaryId' | 'usableFrom' | 'now'>,
): Promise<Outcome<PayoutAccount>> {
  const now = deps.ports.clock.now();
  if ((await countAccounts(deps.db, userId)) >= ACCOUNTS_MAX) return tooMany;
  const { payout_account_wait_hours: hours } = await settingsAt(deps.db, deps.config, now);
  const usableFrom = usableFor(ownName, now, hours * 3600_000);
  const beneficiaryId = newBeneficiaryId();
  const row = await inTx(deps.db, (tx) =>
    insertAccount(tx, { ...account, userId, beneficiaryId, usableFrom, now }),
  );
  return row ? done(accountOf(row, now)) : refuseField(field, 'payouts.account_exists');
}

/** What may leave the server: of an account number its last four digits. */
export const accountOf = (row: ShownAccountRow, now: Date): PayoutAccount => ({
  id: row.id,
  kind: row.kind,
  accountEnding: row.account_number.slice(-4),
  ifsc: row.ifsc,
  bankName: row.bank_name,
  upiId: row.upi_id,
  holderName: row.holder_name,
  address: row.address,
  usableFrom: row.usable_from > now ? row.usable_from.toISOString() : null,
  change: row.in_flight ? { allowed: false, reason: 'payouts.account_in_use' } : { allowed: true },
});
