import type { Deps } from '../../platform/deps.ts';
import type { Route } from '../../platform/http/route.ts';
import { alertRoutes } from './alerts/routes.ts';
import { routes as contactChangeRoutes } from './contact-change/routes.ts';
import { routes as loginRoutes } from './login/routes.ts';
import { routes as loginChallengeRoutes } from './login-challenge/routes.ts';
import { routes as passwordRoutes } from './password/routes.ts';
import { routes as registrationRoutes } from './registration/routes.ts';
import { routes as secondFactorRoutes } from './second-factors/routes.ts';
import { routes as securityLogRoutes } from './security-log/routes.ts';
import { routes as sessionRoutes } from './sessions/routes.ts';
import { routes as socialRoutes } from './social/routes.ts';
import { routes as verificationRoutes } from './verification/routes.ts';

export const routes = (deps: Deps): Route[] => [
  ...registrationRoutes(deps),
  ...loginRoutes(deps),
  ...loginChallengeRoutes(deps),
  ...verificationRoutes(deps),
  ...contactChangeRoutes(deps),
  ...passwordRoutes(deps),
  ...socialRoutes(deps),
  ...sessionRoutes(deps),
  ...securityLogRoutes(deps),
  ...secondFactorRoutes(deps),
  ...alertRoutes(deps),
];
