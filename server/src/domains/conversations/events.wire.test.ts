import { conversationRead, conversationTakeBack } from '@fws/contract/conversations/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../../test/event-stream.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createPair, write } from './testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

test('an event names a message that is new, unless something else has changed with it', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const stream = await openStream(world, { authorization: `Bearer ${poster.token}` });
  const listNumbers = () =>
    [...stream.getText().matchAll(/^data: (\{"topic":"conversations".*\})$/gm)].map(
      ([, data = '']) => (JSON.parse(data) as { number?: number }).number,
    );
  const expectNext = async (numbers: readonly (number | undefined)[]) => {
    await waitFor('the event', () => listNumbers().length >= numbers.length);
    expect(listNumbers()).toEqual(numbers);
  };
  await write(worker, poster, jobId, 'Which floor?');
  await expectNext([1]);
  await write(worker, poster, jobId, '98220');
  await expectNext([1, 2]);
  // With the one before it, this is a telephone number, so that one is hidden as well.
  await write(worker, poster, jobId, '12345');
  await expectNext([1, 2, undefined]);
  await poster.done(conversationRead, { jobId, userId: String(worker.id), number: '3' });
  await expectNext([1, 2, undefined, undefined]);
  await worker.done(conversationTakeBack, { jobId, userId: String(poster.id), number: '1' });
  await expectNext([1, 2, undefined, undefined, undefined]);
});
