import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Whether payouts are paused after a restore, what waits, and what the last comparison found. */
export const adminRestore = call({
  name: 'admin_restore',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  reply: schema('restoreCase'),
  done: 'common.ok',
});
/**
 * Starts a task that compares the providers' lists with the books since the backup; uses a statement where a provider
 * lists no transfers.
 */
export const adminRestoreCompare = call({
  name: 'admin_restore_compare',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'money.read',
  form: schema('compare'),
  done: 'admin.books_asked',
});
/** Proposes to resume payouts. A second admin approves with `adminApprove`. */
export const adminRestoreReopen = call({
  name: 'admin_restore_reopen',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'money.decide',
  form: schema('reopen'),
  done: 'admin.restore_proposed',
  money: true,
});
/** Books what the provider has and the restored database lacks, with the provider's values. */
export const adminRestoreRecover = call({
  name: 'admin_restore_recover',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'money.decide',
  form: schema('recover'),
  done: 'admin.restore_recovered',
  money: true,
});
