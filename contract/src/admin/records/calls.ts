import { call, pageSchema } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

// For each kind of record: a list, newest first, and one record with its full history.

export const adminJobs = call({
  name: 'admin_jobs',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: schema('find'),
  reply: pageSchema(schema('recordRow')),
  done: 'common.ok',
});
export const adminJobRecord = call({
  name: 'admin_job_record',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: schema('recordId'),
  reply: schema('record'),
  done: 'common.ok',
});
export const adminContracts = call({
  name: 'admin_contracts',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: schema('find'),
  reply: pageSchema(schema('recordRow')),
  done: 'common.ok',
});
/** By its job's id. */
export const adminContractRecord = call({
  name: 'admin_contract_record',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: schema('recordId'),
  reply: schema('record'),
  done: 'common.ok',
});
export const adminOrders = call({
  name: 'admin_orders',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('find'),
  reply: pageSchema(schema('recordRow')),
  done: 'common.ok',
});
export const adminOrderRecord = call({
  name: 'admin_order_record',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('recordId'),
  reply: schema('record'),
  done: 'common.ok',
});
export const adminWithdrawals = call({
  name: 'admin_withdrawals',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('find'),
  reply: pageSchema(schema('recordRow')),
  done: 'common.ok',
});
export const adminWithdrawalRecord = call({
  name: 'admin_withdrawal_record',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('recordId'),
  reply: schema('record'),
  done: 'common.ok',
});
