import type { Invitation, Invited, JobOption, SentInvitation } from '@fws/contract/invitations/schemas';
import { listHiddenKinds } from '../../platform/contact-filter/index.ts';
import { readMaskedTexts, type JobRow } from '../jobs/index.ts';
import { getShortName, type PersonRow } from '../profile/index.ts';
import type { InvitedRow, OptionRow, ReadInvitation } from './lists/store.ts';
import { readMaskedNote } from './masking/rules.ts';
import { mayReadOriginal } from './policy.ts';
import { calculateLapseTime, getInviteAbility, getStateWithoutQuote } from './rules.ts';
import type { InvitationRow } from './store.ts';

const toTimes = (row: InvitationRow, { closes_on: closesOn }: Pick<JobRow, 'closes_on'>) => ({
  sentAt: row.sent_at.toISOString(),
  lapsesAt: calculateLapseTime(row.sent_at, closesOn).toISOString(),
});

/** For the poster. */
export const toSentInvitation = (row: InvitationRow, job: JobRow): SentInvitation => ({
  invitationId: row.id,
  jobId: row.job_id,
  userId: row.worker_id,
  ...toTimes(row, job),
  hides: listHiddenKinds([row.note]),
});

/** For the worker. */
export const toInvitation = (
  row: ReadInvitation,
  { job, poster }: { job: JobRow; poster: PersonRow },
): Invitation => ({
  invitationId: row.id,
  state: row.state,
  jobId: job.id,
  jobNumber: job.number,
  jobTitle: mayReadOriginal(row) ? job.title : readMaskedTexts(job).title,
  place: job.location,
  takeWorkOn: job.take_work_on,
  closesOn: job.closes_on,
  poster: {
    id: poster.id,
    name: getShortName(poster),
    image: poster.image,
    verified: poster.identity === 'verified',
  },
  note: mayReadOriginal(row) ? row.note : readMaskedNote(row),
  ...toTimes(row, job),
});

/** For the poster. */
export const toInvited = (
  row: InvitedRow,
  { job, person, now }: { job: JobRow; person: PersonRow; now: Date },
): Invited => ({
  userId: person.id,
  name: getShortName(person),
  image: person.image,
  state: row.is_quote_hidden ? getStateWithoutQuote(row, { jobState: job.state, now }) : row.state,
  note: row.note,
  ...toTimes(row, job),
});

export const toJobOption = (row: OptionRow): JobOption => ({
  jobId: row.id,
  jobNumber: row.number,
  jobTitle: row.title,
  takeWorkOn: row.take_work_on,
  closesOn: row.closes_on,
  quotesReceived: row.quotes_received,
  invite: getInviteAbility({
    isOpen: true,
    isInvited: row.is_invited,
    hasQuoted: row.has_quoted,
    invited: row.invited,
  }),
});
