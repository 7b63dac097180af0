import * as z from 'zod/mini';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { ability, idText, knownText, maybeText, pageFields } from '../platform/schemas.ts';
import { availability } from '../profile/availability/schemas.ts';
import type { InvitationState } from './lifecycle.ts';
import { NOTE_MAX } from './model.ts';

export const newInvitation = z.object({
  jobId: idText('jobs.not_found'),
  userId: idText('invitations.person_unknown'),
  /** A line to the worker. May be left out. */
  note: maybeText(NOTE_MAX),
});
export type NewInvitation = z.output<typeof newInvitation>;

/** What was sent, for the poster. It says the same whether or not the worker takes notices of invitations. */
export const sentInvitation = z.object({
  invitationId: z.number(),
  jobId: z.number(),
  userId: z.number(),
  sentAt: z.string(),
  lapsesAt: z.string(),
  /** What the worker reads of the line only once the job is awarded. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
});
export type SentInvitation = z.output<typeof sentInvitation>;

export const person = z.object({ userId: idText('invitations.person_unknown') });
export const personPage = z.object({ ...person.shape, ...pageFields });
export const jobPage = z.object({ jobId: idText('jobs.not_found'), ...pageFields });
export const job = z.object({ jobId: idText('jobs.not_found') });
export const ownInvitation = z.object({ invitationId: idText('invitations.not_found') });
export const page = z.object(pageFields);

/** An open job of the poster, to which they may invite somebody. */
export const jobOption = z.object({
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  takeWorkOn: z.string(),
  closesOn: z.string(),
  quotesReceived: z.number(),
  invite: ability,
});
export type JobOption = z.output<typeof jobOption>;

export const inviteOptions = z.object({
  person: z.object({
    id: z.number(),
    firstName: z.string(),
    /** Null: they have said nothing about it. */
    availability: z.nullable(availability),
  }),
  /** Newest first. */
  items: z.array(jobOption),
  nextCursor: z.nullable(z.string()),
});
export type InviteOptions = z.output<typeof inviteOptions>;

/** For the worker. */
export const invitation = z.object({
  invitationId: z.number(),
  state: knownText<InvitationState>(),
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  place: z.string(),
  takeWorkOn: z.string(),
  closesOn: z.string(),
  /** With the first letter of the last name. */
  poster: z.object({ id: z.number(), name: z.string(), image: z.string(), verified: z.boolean() }),
  /** Empty: the poster wrote none. */
  note: z.string(),
  sentAt: z.string(),
  lapsesAt: z.string(),
});
export type Invitation = z.output<typeof invitation>;

export const invitationPage = z.object({
  /** Newest first. */
  items: z.array(invitation),
  nextCursor: z.nullable(z.string()),
  /** Whether the caller takes no notices of any invitation. */
  isMuted: z.boolean(),
});
export type InvitationPage = z.output<typeof invitationPage>;

export const jobInvitation = z.object({
  /** In any state. Null: the caller was not invited to this job, or it is hidden from them. */
  invitation: z.nullable(invitation),
});
export type JobInvitation = z.output<typeof jobInvitation>;

/** Somebody whom the poster has invited. */
export const invited = z.object({
  userId: z.number(),
  name: z.string(),
  image: z.string(),
  state: knownText<InvitationState>(),
  note: z.string(),
  sentAt: z.string(),
  lapsesAt: z.string(),
});
export type Invited = z.output<typeof invited>;

export const invitedPage = z.object({
  /** Newest first. */
  items: z.array(invited),
  nextCursor: z.nullable(z.string()),
  /** How many more people can be invited. */
  left: z.number(),
});
export type InvitedPage = z.output<typeof invitedPage>;

/** Left out or empty: the invitations of everybody. */
export const muteForm = z.object({
  userId: z.pipe(
    maybeText(15).check(z.regex(/^(?:[1-9]\d{0,14})?$/, 'invitations.person_unknown')),
    z.transform((text: string) => (text === '' ? null : Number(text))),
  ),
});

/** A poster of whose invitations the caller takes no notices. */
export const mutedPoster = z.object({ userId: z.number(), name: z.string(), mutedAt: z.string() });
export type MutedPoster = z.output<typeof mutedPoster>;
