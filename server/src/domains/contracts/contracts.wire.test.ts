import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveFund } from '@fws/contract/contracts/calls';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('world starts', async () => {
  const poster = await world.user();
  const answer = await poster.call(moveFund, {
    jobId: '1',
    milestoneId: '1',
    step: 'funded',
    amountPaise: '',
  });
  expect(answer.status).toBe(404);
});
