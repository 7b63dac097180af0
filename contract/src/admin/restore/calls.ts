import { noForm } from '../../identity/session/wire.ts';
import { call, emptyReply } from '../../platform/call.ts';
import { compareForm, recoverForm, reopenForm, restoreReply } from './wire.ts';

/** Whether payouts are paused after a restore, what waits, and what the last comparison found. */
export const adminRestore = call({
  name: 'admin_restore',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: noForm,
  reply: restoreReply,
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
  permission: 'money.read',
  form: compareForm,
  reply: emptyReply,
  done: 'admin.books_asked',
});
/** Proposes to resume payouts. A second admin approves with `adminApprove`. */
export const adminRestoreReopen = call({
  name: 'admin_restore_reopen',
  access: 'admin',
  reads: false,
  permission: 'money.decide',
  form: reopenForm,
  reply: emptyReply,
  done: 'admin.restore_proposed',
  money: true,
});
/** Books what the provider has and the restored database lacks, with the provider's values. */
export const adminRestoreRecover = call({
  name: 'admin_restore_recover',
  access: 'admin',
  reads: false,
  permission: 'money.decide',
  form: recoverForm,
  reply: emptyReply,
  done: 'admin.restore_recovered',
  money: true,
});
