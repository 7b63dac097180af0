import * as calls from '@fws/contract/admin/enquiries/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { markAnswered, readEnquiry } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminEnquiry, ({ enquiryId }) => readEnquiry(deps, enquiryId)),
  adminRoute(calls.adminEnquiryAnswered, (command, { caller }) => markAnswered(deps, caller.userId, command)),
];
