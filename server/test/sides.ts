import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { expectSoundLedger } from './ledger/sound-ledger.ts';
import type { PersonOverrides, TestUser } from './user.ts';
import { startWorld, type World } from './world.ts';

/** The two sides of a contract. */
export interface Sides {
  poster: TestUser;
  worker: TestUser;
}

interface Options {
  worker?: PersonOverrides;
  start?: () => Promise<World>;
}

/**
 * Starts a world for the tests of a file, and registers two users for each test, because advancing the clock ends
 * sessions. After each test the queue is empty and the ledger sound.
 */
export function setUpSides(
  assign: (fixture: Sides & { world: World }) => void,
  { worker, start = startWorld }: Options = {},
): void {
  let world: World;
  beforeAll(async () => {
    world = await start();
  });
  beforeEach(async () => {
    const poster = await world.user({ firstName: 'Meera' });
    assign({ world, poster, worker: await world.user({ firstName: 'Asha', ...worker }) });
  });
  afterEach(async () => {
    await world.drain();
    await expectSoundLedger(world.db);
  });
  afterAll(() => world.close());
}
