import { call } from '../../platform/call.ts';
import { findForm, recordIdForm, recordReply, recordsReply } from './wire.ts';

// For each kind of record: a list, newest first, and one record with its full history.

export const adminJobs = call({
  name: 'admin_jobs',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: findForm,
  reply: recordsReply,
  done: 'common.ok',
});
export const adminJobRecord = call({
  name: 'admin_job_record',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: recordIdForm,
  reply: recordReply,
  done: 'common.ok',
});
export const adminContracts = call({
  name: 'admin_contracts',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: findForm,
  reply: recordsReply,
  done: 'common.ok',
});
/** By its job's id. */
export const adminContractRecord = call({
  name: 'admin_contract_record',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: recordIdForm,
  reply: recordReply,
  done: 'common.ok',
});
export const adminOrders = call({
  name: 'admin_orders',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: findForm,
  reply: recordsReply,
  done: 'common.ok',
});
export const adminOrderRecord = call({
  name: 'admin_order_record',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: recordIdForm,
  reply: recordReply,
  done: 'common.ok',
});
export const adminWithdrawals = call({
  name: 'admin_withdrawals',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: findForm,
  reply: recordsReply,
  done: 'common.ok',
});
export const adminWithdrawalRecord = call({
  name: 'admin_withdrawal_record',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: recordIdForm,
  reply: recordReply,
  done: 'common.ok',
});
