import * as calls from '@fws/contract/admin/content/calls';
import type { Deps } from '../../../platform/domain.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import {
  dropSample,
  listAddresses,
  listCategories,
  listEnquiries,
  listSamples,
  moveCategory,
  putSample,
  saveCategory,
  setCategoryHidden,
} from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminCategories, () => listCategories(deps)),
  adminRoute(calls.adminCategorySave, (command, { caller }) => saveCategory(deps, caller.userId, command)),
  adminRoute(calls.adminCategoryHide, (command, { caller }) =>
    setCategoryHidden(deps, caller.userId, command),
  ),
  adminRoute(calls.adminCategoryMove, (command, { caller }) => moveCategory(deps, caller.userId, command)),
  adminRoute(calls.adminSamples, () => listSamples(deps)),
  adminRoute(calls.adminSampleSave, ({ language }, { caller, files }) =>
    putSample(deps, caller.userId, language, files['video']),
  ),
  adminRoute(calls.adminSampleRemove, ({ sampleId }, { caller }) =>
    dropSample(deps, caller.userId, sampleId),
  ),
  adminRoute(calls.adminAddresses, (asked) => listAddresses(deps, asked)),
  adminRoute(calls.adminEnquiries, (asked) => listEnquiries(deps, asked)),
];
