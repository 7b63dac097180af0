import { call } from '../../platform/call.ts';
import {
  accountForm,
  accountReply,
  accountsForm,
  accountsReply,
  entriesForm,
  entriesReply,
  txnsForm,
  txnsReply,
} from './wire.ts';

/** Newest first; filtered by kind, or searched by code, number or owner. */
export const adminLedgerAccounts = call({
  name: 'admin_ledger_accounts',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: accountsForm,
  reply: accountsReply,
  done: 'common.ok',
});
export const adminLedgerAccount = call({
  name: 'admin_ledger_account',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: accountForm,
  reply: accountReply,
  done: 'common.ok',
});
/** Newest first. */
export const adminLedgerEntries = call({
  name: 'admin_ledger_entries',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: entriesForm,
  reply: entriesReply,
  done: 'common.ok',
});
/** Newest first; all transactions, or those with a given key, number, milestone or order. */
export const adminLedgerTxns = call({
  name: 'admin_ledger_txns',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: txnsForm,
  reply: txnsReply,
  done: 'common.ok',
});
