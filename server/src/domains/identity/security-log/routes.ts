import { securityEvents } from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Route } from '../../../platform/http/route.ts';
import { listSecurityEvents } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(securityEvents, (_, { caller }) => listSecurityEvents(deps, caller.userId)),
];
