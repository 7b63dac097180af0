import * as calls from '@fws/contract/admin/ledger/calls';
import type { Deps } from '../../../platform/domain.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { listAccounts, listEntries, listTxns, readAccount } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminLedgerAccounts, (asked, { locale }) => listAccounts(deps, asked, locale)),
  adminRoute(calls.adminLedgerAccount, ({ code }, { locale }) => readAccount(deps, code, locale)),
  adminRoute(calls.adminLedgerEntries, (asked) => listEntries(deps, asked)),
  adminRoute(calls.adminLedgerTxns, (asked) => listTxns(deps, asked)),
];
