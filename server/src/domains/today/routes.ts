import { today } from '@fws/contract/today/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { readToday } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(today, async (_, { caller }) => done(await readToday(deps, caller.userId))),
];
