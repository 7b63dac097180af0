import { conversationSend } from '@fws/contract/conversations/calls';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

/** A poster and a worker whose quote on a job waits. */
export async function createPair(world: World, title = 'Fit a kitchen') {
  const poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  const worker = await world.user({ firstName: 'Imran', lastName: 'Shaikh', identity: 'verified' });
  const job = await post(world, poster, { values: { title } });
  const sent = await quote(worker, job.id);
  return { poster, worker, job, jobId: String(job.id), quoteId: String(sent.id) };
}
export type Pair = Awaited<ReturnType<typeof createPair>>;

export const accept = ({ poster, quoteId, jobId }: Pair) => poster.done(acceptQuote, { quoteId, jobId });

let clientIds = 0;
export const nextClientId = () => `client-${String((clientIds += 1)).padStart(6, '0')}`;

export const write = (by: TestUser, to: TestUser, jobId: string, text: string, clientId = nextClientId()) =>
  by.call(conversationSend, { jobId, userId: String(to.id), text, clientId });
