import { identityStatus, submitIdentity } from '@fws/contract/kyc/calls';
import type { IdentityStatus } from '@fws/contract/kyc/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Deps } from '../../platform/domain.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { translateIfId } from '../../platform/messages.ts';
import * as service from './service.ts';

const inWords = (status: IdentityStatus, locale: Locale): IdentityStatus => ({
  ...status,
  reason: status.reason === null ? null : translateIfId(locale, status.reason),
});

export const routes = (deps: Deps): Route[] => [
  userRoute(submitIdentity, async (command, { caller, locale }) => {
    const submitted = await service.submitIdentity(deps, caller.userId, command);
    if (!submitted.ok) return submitted;
    const value = inWords(submitted.value, locale);
    const code = value.state === 'verified' ? 'kyc.verified' : 'kyc.submitted';
    return { ok: true, value, message: { code } };
  }),
  userRoute(identityStatus, async ({ referenceId }, { caller, locale }) => {
    const status = await service.identityStatus(deps, caller.userId, referenceId);
    return status.ok ? { ok: true, value: inWords(status.value, locale) } : status;
  }),
];
