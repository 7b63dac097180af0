import { inviteWorker, jobInvitation, myInvitations } from '@fws/contract/invitations/calls';
import { post } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { afterAll, beforeAll } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

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

/** Starts a world for the tests of a file, in which every channel takes messages. */
export function setUpInvitations(assign: (world: World) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      env: { NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email' },
      clockStopped: true,
    });
    assign(world);
  });
  afterAll(() => world.close());
}

export const listOwnIds = async (worker: TestUser): Promise<number[]> =>
  (await worker.done(myInvitations, {})).items.map(({ invitationId }) => invitationId);

export const readState = async (worker: TestUser, jobId: string) =>
  (await worker.done(jobInvitation, { jobId })).invitation?.state;
