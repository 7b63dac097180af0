import { inviteWorker } from '@fws/contract/invitations/calls';
import { post } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

/** A poster with an open job, and somebody to invite. */
export async function createPair(world: World, title = 'Shelves for the study') {
  const poster = await world.user({ firstName: 'Rohan', lastName: 'Kulkarni', identity: 'verified' });
  const worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh' });
  const job = await post(world, poster, { values: { title } });
  return { poster, worker, job, jobId: String(job.id) };
}

export const sendInvitation = (poster: TestUser, jobId: string, worker: TestUser, note = '') =>
  poster.call(inviteWorker, { jobId, userId: String(worker.id), note });

export const invite = (poster: TestUser, jobId: string, worker: TestUser, note = '') =>
  poster.done(inviteWorker, { jobId, userId: String(worker.id), note });
