import {
  aadhaarCaptcha,
  identityStatus,
  nameStatus,
  requestNameChange,
  sampleVideos,
  startDigilocker,
  submitAadhaarOtp,
  submitIdentity,
  videoCode,
} from '@fws/contract/kyc/calls';
import type { IdentityStatus } from '@fws/contract/kyc/schemas';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { translateIfId } from '../../platform/messages.ts';
import { startAadhaar } from './aadhaar/service.ts';
import * as nameChanges from './name-changes/service.ts';
import * as service from './service.ts';
import { createVideoCode } from './videos/service.ts';

const translateReason = <Status extends IdentityStatus>(status: Status, locale: Locale): Status => ({
  ...status,
  reason: status.reason === null ? null : translateIfId(locale, status.reason),
});

const getStatusMessage = ({ state }: IdentityStatus): { code: SharedMessageId } => ({
  code: state === 'verified' ? 'kyc.verified' : 'kyc.submitted',
});

export const routes = (deps: Deps): Route[] => [
  userRoute(sampleVideos, async () => ({ ok: true, value: await service.listSampleVideos(deps) })),
  userRoute(videoCode, (_, { caller }) => createVideoCode(deps, caller.userId)),
  userRoute(aadhaarCaptcha, (_, { caller }) => startAadhaar(deps, caller.userId)),
  userRoute(submitIdentity, async (command, { caller, locale, files }) => {
    const submitted = await service.submitIdentity(deps, caller.userId, command, files['video']);
    if (!submitted.ok) return submitted;
    const value = translateReason(submitted.value, locale);
    return {
      ok: true,
      value,
      message: value.sessionId === null ? getStatusMessage(value) : { code: 'kyc.otp_sent' },
    };
  }),
  userRoute(submitAadhaarOtp, async (command, { caller, locale }) => {
    const status = await service.completeAadhaar(deps, caller.userId, command);
    if (!status.ok) return status;
    return {
      ok: true,
      value: translateReason(status.value, locale),
      message: getStatusMessage(status.value),
    };
  }),
  userRoute(startDigilocker, (command, { caller, files }) =>
    service.beginDigilocker(deps, caller.userId, command, files['video']),
  ),
  userRoute(identityStatus, async ({ referenceId }, { caller, locale }) => {
    // An admin who impersonates a user does not poll the provider for them.
    const status = caller.impersonation
      ? done(await service.getIdentityStatus(deps, caller.userId))
      : await service.refreshIdentityStatus(deps, caller.userId, referenceId);
    return status.ok ? { ok: true, value: translateReason(status.value, locale) } : status;
  }),
  userRoute(nameStatus, async (_, { caller }) =>
    done(await nameChanges.getNameStatus(deps.db, caller.userId)),
  ),
  userRoute(requestNameChange, async ({ otp, ...request }, context) => {
    const { userId } = context.caller;
    const allowed = await nameChanges.checkCanRequestName(deps.db, userId, request);
    if (!allowed.ok) return allowed;
    // A stolen session must not begin to become somebody else.
    const confirmed = await requireRecentOtp(context, otp, deps.ports.clock.now(), 'identity.step_up');
    return confirmed.ok ? nameChanges.requestNameChange(deps, userId, request) : confirmed;
  }),
];
