import * as calls from '@fws/contract/admin/calls';
import type { Deps } from '../../platform/deps.ts';
import { adminRoute, userRoute, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { routes as approvalRoutes } from './approvals/routes.ts';
import { listActs } from './audit/store.ts';
import { routes as bookRoutes } from './books/routes.ts';
import { routes as contestRoutes } from './contests/routes.ts';
import { routes as contentRoutes } from './content/routes.ts';
import { routes as settingRoutes } from './settings/routes.ts';
import { routes as disputeRoutes } from './disputes/routes.ts';
import { routes as enquiryRoutes } from './enquiries/routes.ts';
import { routes as healthRoutes } from './health/routes.ts';
import { routes as identityRoutes } from './identity/routes.ts';
import { routes as jobRoutes } from './jobs/routes.ts';
import { routes as ledgerRoutes } from './ledger/routes.ts';
import { routes as impersonationRoutes } from './impersonation/routes.ts';
import { routes as opsCaseRoutes } from './cases/routes.ts';
import { routes as nameRoutes } from './names/routes.ts';
import { routes as queueRoutes } from './queue/routes.ts';
import { routes as reportRoutes } from './reports/routes.ts';
import { refuseOwnCase } from './own-cases/http.ts';
import { routes as recordRoutes } from './records/routes.ts';
import { routes as restoreRoutes } from './restore/routes.ts';
import { beginFactor, enter, leave, setFactor, getAdminStatus } from './service.ts';
import { routes as taskRoutes } from './tasks/routes.ts';
import { routes as userRoutes } from './users/routes.ts';
import { routes as webhookRoutes } from './webhooks/routes.ts';

/** Nobody decides their own case, whichever call decides it. */
export const routes = (deps: Deps): Route[] => listRoutes(deps).map((route) => refuseOwnCase(deps, route));

const listRoutes = (deps: Deps): Route[] => [
  userRoute(calls.adminStatus, (_, { caller }) => getAdminStatus(deps, caller)),
  userRoute(calls.adminFactorBegin, async ({ otp }, context) => {
    // Otherwise anybody with a logged-in device could set up their own second factor.
    const confirmed = await requireRecentOtp(context, otp, deps.ports.clock.now(), 'identity.step_up');
    return confirmed.ok ? beginFactor(deps, context.caller) : confirmed;
  }),
  userRoute(calls.adminFactorSet, ({ code }, { caller }) => setFactor(deps, caller, code)),
  userRoute(calls.adminEnter, ({ code }, { caller }) => enter(deps, caller, code)),
  userRoute(calls.adminLeave, (_, { caller }) => leave(deps, caller)),
  adminRoute(calls.auditLog, (params) => listActs(deps, params)),
  ...queueRoutes(deps),
  ...disputeRoutes(deps),
  ...approvalRoutes(deps),
  ...identityRoutes(deps),
  ...nameRoutes(deps),
  ...jobRoutes(deps),
  ...reportRoutes(deps),
  ...contestRoutes(deps),
  ...userRoutes(deps),
  ...impersonationRoutes(deps),
  ...recordRoutes(deps),
  ...enquiryRoutes(deps),
  ...healthRoutes(deps),
  ...bookRoutes(deps),
  ...ledgerRoutes(deps),
  ...opsCaseRoutes(deps),
  ...webhookRoutes(deps),
  ...restoreRoutes(deps),
  ...taskRoutes(deps),
  ...settingRoutes(deps),
  ...contentRoutes(deps),
];
