import * as calls from '@fws/contract/admin/books/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requestRun, readBooks } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminBooks, () => readBooks(deps)),
  adminRoute(calls.adminBooksRun, ({ kind }, { caller }) => requestRun(deps, caller.userId, kind)),
];
