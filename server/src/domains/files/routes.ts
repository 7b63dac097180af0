import * as calls from '@fws/contract/files/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { uploadPhoto } from './photos/service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.uploadPhoto, ({ uploadKey }, { caller, files }) =>
    uploadPhoto(deps, caller.userId, { uploadKey, upload: files['photo'] }),
  ),
];
