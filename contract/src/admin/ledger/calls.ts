import { call, pageSchema } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Newest first; filtered by kind, or searched by code, number or owner. */
export const adminLedgerAccounts = call({
  name: 'admin_ledger_accounts',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('accountsQuery'),
  reply: pageSchema(schema('account')),
  done: 'common.ok',
});
export const adminLedgerAccount = call({
  name: 'admin_ledger_account',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('accountQuery'),
  reply: schema('account'),
  done: 'common.ok',
});
/** Newest first. */
export const adminLedgerEntries = call({
  name: 'admin_ledger_entries',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('entriesQuery'),
  reply: pageSchema(schema('accountEntry')),
  done: 'common.ok',
});
/** Newest first; all transactions, or those with a given key, number, milestone or order. */
export const adminLedgerTxns = call({
  name: 'admin_ledger_txns',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('txnsQuery'),
  reply: pageSchema(schema('explorerTxn')),
  done: 'common.ok',
});
