import * as calls from '@fws/contract/admin/records/calls';
import type { RecordKind } from '@fws/contract/admin/records/model';
import type { Deps } from '../../../platform/domain.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { listOf, readRecord } from './service.ts';

type Calls = [kind: RecordKind, list: typeof calls.adminJobs, one: typeof calls.adminJobRecord];

const kinds: Calls[] = [
  ['job', calls.adminJobs, calls.adminJobRecord],
  ['contract', calls.adminContracts, calls.adminContractRecord],
  ['order', calls.adminOrders, calls.adminOrderRecord],
  ['withdrawal', calls.adminWithdrawals, calls.adminWithdrawalRecord],
];

export const routes = (deps: Deps): Route[] =>
  kinds.flatMap(([kind, list, one]) => [
    adminRoute(list, (asked, { locale }) => listOf(deps, kind, locale, asked)),
    adminRoute(one, ({ id }, { caller, locale }) =>
      readRecord(deps, kind, { role: caller.role, locale }, id),
    ),
  ]);
