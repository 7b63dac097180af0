import * as calls from '@fws/contract/admin/records/calls';
import type { RecordKind } from '@fws/contract/admin/records/model';
import { callPages, callQuery } from '../../../platform/queries/index.ts';

const listCalls = {
  job: calls.adminJobs,
  contract: calls.adminContracts,
  order: calls.adminOrders,
  withdrawal: calls.adminWithdrawals,
};
const recordCalls = {
  job: calls.adminJobRecord,
  contract: calls.adminContractRecord,
  order: calls.adminOrderRecord,
  withdrawal: calls.adminWithdrawalRecord,
};

export const recordPages = (kind: RecordKind, params: { search: string; state: string; userId: string }) =>
  callPages('admin', listCalls[kind], params);
export const recordQuery = (kind: RecordKind, id: string) => callQuery('admin', recordCalls[kind], { id });
