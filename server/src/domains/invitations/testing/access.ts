import { inviteWorker } from '@fws/contract/invitations/calls';
import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';
import { post } from '../../../../test/story.ts';

export const access: AccessFacts = {
  // Anybody can be invited to one's own job.
  values: { 'invite_worker.userId': '1' },
  publicObjects: {
    invite_options: { why: 'anybody may invite anybody to their own jobs, which it lists' },
    job_invitation: { why: 'who is not invited gets the same answer for every job' },
    mute_invitations: {
      why: 'anybody may mute anybody, who is not told',
      changes: ['invitation_mute', 'attempt_counter'],
    },
    unmute_invitations: { why: 'takes back one’s own mute; without one nothing happens' },
  },
  objects: {
    users: async (owners) => ({ invitation: await createInvitation(owners) }),
  },
};

/** One that only the poster and the worker may read. */
async function createInvitation({ world, poster, worker, createSecret }: Owners): Promise<string> {
  const { id } = await post(world, poster);
  const { invitationId } = await poster.done(inviteWorker, {
    jobId: String(id),
    userId: String(worker.id),
    note: createSecret('invitation'),
  });
  return String(invitationId);
}
