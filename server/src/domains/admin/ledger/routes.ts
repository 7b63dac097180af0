import * as calls from '@fws/contract/admin/ledger/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { listAccounts, listEntries, listTxns, readAccount } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminLedgerAccounts, (params, { locale }) => listAccounts(deps, params, locale)),
  adminRoute(calls.adminLedgerAccount, ({ code }, { locale }) => readAccount(deps, code, locale)),
  adminRoute(calls.adminLedgerEntries, (params) => listEntries(deps, params)),
  adminRoute(calls.adminLedgerTxns, (params) => listTxns(deps, params)),
];
