import * as calls from '@fws/contract/admin/records/calls';
import type { RecordKind } from '@fws/contract/admin/records/model';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { listRecordRows, readRecord } from './service.ts';

type Calls = [kind: RecordKind, list: typeof calls.adminJobs, one: typeof calls.adminJobRecord];

const recordCalls: Calls[] = [
  ['job', calls.adminJobs, calls.adminJobRecord],
  ['contract', calls.adminContracts, calls.adminContractRecord],
  ['order', calls.adminOrders, calls.adminOrderRecord],
  ['withdrawal', calls.adminWithdrawals, calls.adminWithdrawalRecord],
];

export const routes = (deps: Deps): Route[] =>
  recordCalls.flatMap(([kind, list, record]) => [
    adminRoute(list, (params, { locale }) => listRecordRows(deps, kind, locale, params)),
    adminRoute(record, ({ id }, { caller, locale }) =>
      readRecord(deps, kind, { role: caller.role, locale }, id),
    ),
  ]);
