/** Whether the invitation is to this user. To anybody but them and the poster of the job it does not exist. */
export const isInvited = (invitation: { worker_id: number }, userId: number): boolean =>
  invitation.worker_id === userId;

export const isSelf = (userId: number, otherId: number): boolean => userId === otherId;

/** The worker reads the poster's line with contact data once their quote is accepted. */
export const mayReadOriginal = (invitation: { quote_accepted: boolean }): boolean =>
  invitation.quote_accepted;

/** Invitations go to everybody who is signed up, but not across a block or to a suspended account. */
export const mayBeInvited = (person: { suspendedAt: Date | null }, isBlocked: boolean): boolean =>
  !isBlocked && person.suspendedAt === null;

/** A job that is hidden from the worker hides its invitation, too. */
export const maySeeInvitation = (job: { state: string }, isBlocked: boolean): boolean =>
  job.state !== 'withheld' && !(isBlocked && job.state === 'open');
