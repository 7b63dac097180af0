import * as calls from '@fws/contract/invitations/calls';
import { pageFields } from './shared.ts';
import { translateCall } from './translation.ts';

export const invitationTranslations = [
  translateCall(calls.inviteWorker, { fields: { jobId: 'job_id', userId: 'user_id', note: 'note' } }),
  translateCall(calls.inviteOptions, { fields: { userId: 'user_id', ...pageFields } }),
  translateCall(calls.myInvitations, { fields: pageFields }),
  translateCall(calls.jobInvitation, { fields: { jobId: 'job_id' } }),
  translateCall(calls.declineInvitation, { fields: { invitationId: 'invitation_id' } }),
  translateCall(calls.jobInvitations, { fields: { jobId: 'job_id', ...pageFields } }),
  translateCall(calls.muteInvitations, { fields: { userId: 'user_id' } }),
  translateCall(calls.unmuteInvitations, { fields: { userId: 'user_id' } }),
  translateCall(calls.mutedPosters, { fields: pageFields }),
];
