import * as calls from '@fws/contract/admin/content/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import {
  deleteSample,
  listAddresses,
  listCategories,
  listEnquiries,
  listSamples,
  moveCategory,
  replaceSample,
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
    replaceSample(deps, caller.userId, language, files['video']),
  ),
  adminRoute(calls.adminSampleRemove, ({ sampleId }, { caller }) =>
    deleteSample(deps, caller.userId, sampleId),
  ),
  adminRoute(calls.adminAddresses, (params) => listAddresses(deps, params)),
  adminRoute(calls.adminEnquiries, (params) => listEnquiries(deps, params)),
];
