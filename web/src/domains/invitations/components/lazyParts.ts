import { lazyScreen, loadAreas } from '../../../platform/i18n/index.ts';

// What few who post a job need.

export const NewJobInviteNote = lazyScreen(['jobs'], () => import('./NewJobInviteNote.tsx'));

/** Invites the person for whom a job was written. The job is posted in any case. */
export async function inviteAfterPosting(
  ownId: number,
  invited: { jobId: number; userId: number },
): Promise<void> {
  const [part] = await Promise.all([import('../inviteAfterPosting.ts'), loadAreas(['invitations'])]);
  await part.sendAfterPosting(ownId, invited);
}
