import * as calls from '@fws/contract/profile/calls';
import type { Profile } from '@fws/contract/profile/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { readAvailability, setAvailability } from './availability/service.ts';
import { readPublicPage, setPublicPage } from './public-page/service.ts';
import { addDocuments, readProfile, removeDocument, updateProfile, type ProfileFiles } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.ownProfile, async (_, context) =>
    withToken(await readProfile(deps, context.caller.userId), context),
  ),
  userRoute(calls.updateProfile, async (command, context) =>
    withToken(await updateProfile(deps, context.caller.userId, command, toProfileFiles(context)), context),
  ),
  userRoute(calls.addCertificates, async (_, context) =>
    withToken(await addDocuments(deps, context.caller.userId, toProfileFiles(context)), context),
  ),
  userRoute(calls.removeCertificates, async ({ fileId }, context) =>
    withToken(await removeDocument(deps, context.caller.userId, fileId), context),
  ),
  userRoute(calls.publicPage, async (_, { caller }) => done(await readPublicPage(deps.db, caller.userId))),
  userRoute(calls.ownAvailability, async (_, { caller }) =>
    done(await readAvailability(deps, caller.userId)),
  ),
  userRoute(calls.setAvailability, (command, { caller }) => setAvailability(deps, caller.userId, command)),
  userRoute(calls.setPublicPage, (command, { caller }) => setPublicPage(deps, caller.userId, command)),
];

const toProfileFiles = ({ files, lists }: Context): ProfileFiles => ({
  photo: files['photo'],
  certificates: lists['certificates'] ?? [],
  resume: files['resume'],
});

/** Clients that hold a token replace it with the one in the reply, so the reply repeats the token they sent. */
function withToken(outcome: Outcome<Profile>, { token }: Context): Outcome<Profile> {
  if (!outcome.ok || token === null) return outcome;
  return { ok: true, value: { ...outcome.value, authToken: token } };
}
