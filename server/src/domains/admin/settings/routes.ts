import * as calls from '@fws/contract/admin/settings/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requireRecentCode } from '../policy.ts';
import { changeFees, changeSetting, readSettings } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminSettings, () => readSettings(deps)),
  adminRoute(calls.adminSettingSet, async (command, { caller }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    return confirmed.ok ? changeSetting(deps, caller.userId, command) : confirmed;
  }),
  adminRoute(calls.adminFeesSet, async (command, { caller }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    return confirmed.ok ? changeFees(deps, caller.userId, command) : confirmed;
  }),
];
