import type { SentInvitation } from '@fws/contract/invitations/schemas';
import { useMutation } from '@tanstack/react-query';
import {
  declineInvitation,
  inviteOptions,
  inviteWorker,
  jobInvitation,
  jobInvitations,
  mutedPosters,
  muteInvitations,
  myInvitations,
  unmuteInvitations,
} from '@fws/contract/invitations/calls';
import { callApi } from '../../platform/client/index.ts';
import { openDraft, type DraftStore } from '../../platform/drafts/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

declare module '../../platform/queries/index.ts' {
  interface Topics {
    invitations: true;
  }
}

/** The caller's open jobs, and to which of them they may invite the person. */
export const inviteOptionPages = (userId: number) =>
  callPages('invitations', inviteOptions, { userId: String(userId) }, ['job', 'quotes']);

export const ownInvitationPages = () => callPages('invitations', myInvitations, {}, ['job', 'quotes']);

export const jobInvitationQuery = (jobId: string) => callQuery('invitations', jobInvitation, { jobId });

/** Whom the poster of a job has invited. */
export const invitedPages = (jobId: number) =>
  callPages('invitations', jobInvitations, { jobId: String(jobId) });

export const mutedPosterPages = () => callPages('invitations', mutedPosters, {});

const refreshAll = () => void refresh('invitations');

export async function sendInvitation(invitation: {
  jobId: number;
  userId: number;
  note: string;
}): Promise<SentInvitation> {
  const { jobId, userId, note } = invitation;
  const sent = await callApi(inviteWorker, { jobId: String(jobId), userId: String(userId), note });
  refreshAll();
  return sent;
}

/** The line to a person, as it was typed, until it is sent. */
export const openNoteDraft = (ownId: number, userId: number): DraftStore =>
  openDraft(ownId, `invite:${userId}`);

export const useDecline = () =>
  useMutation({
    mutationFn: (invitationId: number) => callApi(declineInvitation, { invitationId: String(invitationId) }),
    onSuccess: refreshAll,
  });

/** `posterId`: null for the invitations of everybody. */
export const useMuting = () =>
  useMutation({
    mutationFn: ({ posterId, isMuted }: { posterId: number | null; isMuted: boolean }) =>
      callApi(isMuted ? muteInvitations : unmuteInvitations, {
        userId: posterId === null ? '' : String(posterId),
      }),
    onSuccess: refreshAll,
  });
