import * as calls from '@fws/contract/identity/calls';
import type { SocialLogin, SocialProfile } from '@fws/contract/identity/schemas';
import { done } from '@fws/contract/platform/refusal';
import type { Answer } from '../../../platform/answer.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, type Route } from '../../../platform/http/route.ts';
import { respondSignedIn, respondToLogin, toClient } from '../login/http.ts';
import { logInByToken, readTicket, registerByTicket } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.socialProviders, async () => done([...deps.ports.social.providers])),
  publicRoute(calls.socialLogin, async (form, context): Promise<Answer<SocialLogin>> => {
    const cookieTicket = form.idToken === '' ? context.ticket.read() : null;
    if (cookieTicket !== null) {
      const profile = await readTicket(deps, form.provider, cookieTicket);
      return profile.ok ? toNewcomerAnswer(profile.value) : profile;
    }
    const recognised = await logInByToken(deps, form, toClient(context));
    if (!recognised.ok) return recognised;
    if (recognised.value.hasAccount) {
      const user = respondToLogin(done(recognised.value.login), context);
      return user.ok ? done({ firstTime: false, user: user.value }) : user;
    }
    const { ticket } = recognised.value;
    const profile = await readTicket(deps, form.provider, ticket);
    return profile.ok ? toNewcomerAnswer({ ...profile.value, ticket }) : profile;
  }),
  publicRoute(calls.socialRegister, async (form, context) => {
    const registered = await registerByTicket(
      deps,
      form,
      context.ticket.read() ?? form.ticket ?? '',
      toClient(context),
    );
    if (registered.ok) context.ticket.drop();
    return respondSignedIn(registered, context);
  }),
];

const toNewcomerAnswer = (profile: SocialProfile): Answer<SocialLogin> => ({
  ...done({ firstTime: true, profile }),
  message: { code: 'identity.social_welcome' },
});
