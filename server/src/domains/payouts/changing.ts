import type { BankAccountChange, PayoutAccount, UpiAccountChange } from '@fws/contract/payouts/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, violates } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { tell } from '../../platform/jobs/index.ts';
import { settingsAt } from '../../platform/settings.ts';
import { identityOf, sameName } from '../kyc/index.ts';
import { accountOf, newBeneficiaryId, upiHolder, usableFor } from './accounts.ts';
import {
  accountsOf,
  lockAccount,
  updateAccount,
  type AccountChange,
  type AccountRow,
  type ShownAccountRow,
} from './accounts-store.ts';
import { bankOf } from './banks.ts';
import { bankNameFor, destinationOf, movesMoney } from './rules.ts';

const notFound = refuse('not_found', 'payouts.account_not_found');
const inUse = refuse('conflict', 'payouts.account_in_use');

export async function changeBankAccount(
  deps: Deps,
  userId: number,
  form: BankAccountChange,
): Promise<Outcome<PayoutAccount>> {
  const identity = await identityOf(deps.db, userId);
  const asked = { userId, id: form.accountId, kind: 'bank' } as const;
  return change(deps, asked, 'accountNumber', (account) => ({
    ownName: sameName(form.holderName, identity.name),
    details: {
      account_number: form.accountNumber || account.account_number,
      ifsc: form.ifsc,
      bank_name: bankNameFor({ ifsc: account.ifsc, bankName: account.bank_name }, form, bankOf),
      upi_id: '',
      holder_name: form.holderName,
      address: form.address,
    },
  }));
}

export async function changeUpiAccount(
  deps: Deps,
  userId: number,
  form: UpiAccountChange,
): Promise<Outcome<PayoutAccount>> {
  const known = await accountsOf(deps.db, userId, 'upi');
  const current = known.find((row) => row.id === form.accountId);
  if (!current) return notFound;
  const isSame = (row: AccountRow) => row.upi_id.toLowerCase() === form.upiId.toLowerCase();
  // The vendor is paid by the question, so what would be refused anyway is not asked.
  if (!isSame(current) && current.in_flight) return inUse;
  if (known.some((row) => row !== current && isSame(row)))
    return refuseField('upiId', 'payouts.account_exists');
  const identity = await identityOf(deps.db, userId);
  const nameAtBank = isSame(current) ? null : await upiHolder(deps, form.upiId, identity.name);
  return change(deps, { userId, id: current.id, kind: 'upi' }, 'upiId', (account) => ({
    ownName: nameAtBank !== null && sameName(nameAtBank, identity.name),
    details: {
      account_number: '',
      ifsc: '',
      bank_name: '',
      upi_id: nameAtBank === null ? account.upi_id : form.upiId,
      holder_name: nameAtBank ?? account.holder_name,
      address: form.address,
    },
  }));
}

const UNIQUE = { bank: 'payout_account_bank', upi: 'payout_account_upi' };

type Changed = { ownName: boolean; details: AccountChange };

/** The same change once more changes nothing: neither is the provider told again nor the wait begun again. */
async function change(
  deps: Deps,
  asked: { userId: number; id: number; kind: 'bank' | 'upi' },
  field: 'accountNumber' | 'upiId',
  changed: (account: AccountRow) => Changed,
): Promise<Outcome<PayoutAccount>> {
  const now = deps.ports.clock.now();
  try {
    return await inTx(deps.db, async (tx): Promise<Outcome<PayoutAccount>> => {
      const account = await lockAccount(tx, asked);
      if (!account) return notFound;
      const { ownName, details } = changed(account);
      const moves = movesMoney(account, details);
      if (moves && account.in_flight) return inUse;
      const { payout_account_wait_hours: hours } = await settingsAt(tx, deps.config, now);
      const anew = moves && {
        beneficiary_id: newBeneficiaryId(),
        registered_at: null,
        usable_from: usableFor(ownName, now, hours * 3600_000),
      };
      const after: ShownAccountRow = { ...account, ...details, ...anew };
      await updateAccount(tx, account.id, { ...details, ...anew });
      if (anew)
        await tell(tx, {
          userId: asked.userId,
          type: 'payout_account_changed',
          values: { from: shown(account), to: shown(after) },
          path: asked.kind === 'bank' ? '/bankList' : '/UPIList',
          dedupeKey: `payout_account:${anew.beneficiary_id}`,
        });
      return done(accountOf(after, now));
    });
  } catch (error) {
    if (violates(error, UNIQUE[asked.kind])) return refuseField(field, 'payouts.account_exists');
    throw error;
  }
}

const shown = (account: AccountRow): string =>
  destinationOf({
    kind: account.kind,
    bankName: account.bank_name,
    ifsc: account.ifsc,
    accountNumber: account.account_number,
    upiId: account.upi_id,
  });
