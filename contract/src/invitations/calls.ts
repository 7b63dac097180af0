import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** A poster invites a worker to quote on an open job of theirs. Others may quote, too. */
export const inviteWorker = call({
  name: 'invite_worker',
  access: 'user',
  reads: false,
  form: schema('newInvitation'),
  reply: schema('sentInvitation'),
  done: 'invitations.sent',
});

/** The open jobs of the caller, and to which of them they may invite a person. */
export const inviteOptions = call({
  name: 'invite_options',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('personPage'),
  reply: schema('inviteOptions'),
  done: 'common.ok',
});

/** The invitations that wait for the caller's answer. */
export const myInvitations = call({
  name: 'my_invitations',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: schema('invitationPage'),
  done: 'common.ok',
});

/** The caller's invitation to one job, for the page of the job. */
export const jobInvitation = call({
  name: 'job_invitation',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('job'),
  reply: schema('jobInvitation'),
  done: 'common.ok',
});

/** The worker says no. It counts nowhere, and the worker may still quote. */
export const declineInvitation = call({
  name: 'decline_invitation',
  access: 'user',
  reads: false,
  form: schema('ownInvitation'),
  done: 'invitations.declined',
});

/** Whom the poster of a job has invited. */
export const jobInvitations = call({
  name: 'job_invitations',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('jobPage'),
  reply: schema('invitedPage'),
  done: 'common.ok',
});

/** The caller is no longer notified of invitations, of one poster or of everybody. They still find them in the list. */
export const muteInvitations = call({
  name: 'mute_invitations',
  access: 'user',
  reads: false,
  form: schema('muteForm'),
  done: 'invitations.muted',
});

/** The caller is notified again, from the next invitation on. */
export const unmuteInvitations = call({
  name: 'unmute_invitations',
  access: 'user',
  reads: false,
  form: schema('muteForm'),
  done: 'invitations.unmuted',
});

/** The posters whom the caller has muted, newest first. */
export const mutedPosters = call({
  name: 'muted_posters',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('page'),
  reply: pageSchema(schema('mutedPoster')),
  done: 'common.ok',
});
