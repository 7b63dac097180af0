import { appLinks, enquireForBusiness } from '@fws/contract/enquiries/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { publicRoute, type Route } from '../../platform/http/route.ts';
import { saveEnquiry } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(enquireForBusiness, (enquiry, { addressKey, caller }) =>
    saveEnquiry(deps, enquiry, { addressKey, userId: caller?.userId ?? null }),
  ),
  publicRoute(appLinks, () => Promise.resolve(done(deps.config.appLinks))),
];
