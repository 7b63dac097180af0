import * as calls from '@fws/contract/admin/health/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { loadHealth } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminHealth, async () => done(await loadHealth(deps))),
];
