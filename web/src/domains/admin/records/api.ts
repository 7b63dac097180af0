import * as calls from '@fws/contract/admin/records/calls';
import type { RecordKind } from '@fws/contract/admin/records/model';
import { callPages, callQuery } from '../../../platform/queries/index.ts';

const lists = {
  job: calls.adminJobs,
  contract: calls.adminContracts,
  order: calls.adminOrders,
  withdrawal: calls.adminWithdrawals,
};
const ones = {
  job: calls.adminJobRecord,
  contract: calls.adminContractRecord,
  order: calls.adminOrderRecord,
  withdrawal: calls.adminWithdrawalRecord,
};

export const recordPages = (kind: RecordKind, asked: { search: string; state: string; userId: string }) =>
  callPages('admin', lists[kind], asked);
export const recordQuery = (kind: RecordKind, id: string) => callQuery('admin', ones[kind], { id });
