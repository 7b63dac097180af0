import pg from 'pg';
import { expect, test } from 'vitest';
import { setUpSides } from '../../../../test/sides.ts';
import { award, fund, getMilestoneAt, sendFundStep, sendWorkStep } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import type { World } from '../../../../test/world.ts';

// A release holds the locks of a job and of a wallet, so it asks the database as little as it can (docs/performance.md).

let world: World;
let poster: TestUser;
let worker: TestUser;
setUpSides((fixture) => ({ world, poster, worker } = fixture));

/** The statements of the transaction that locked a wallet meanwhile, from its begin to its commit. */
async function watchRelease(release: () => Promise<unknown>): Promise<string[]> {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client
  const { query } = pg.Client.prototype;
  const running = new Map<pg.Client, string[]>();
  const ended: string[][] = [];
  pg.Client.prototype.query = function noting(this: pg.Client, ...args: unknown[]) {
    const [config] = args;
    const text = typeof config === 'string' ? config : ((config as { text?: string }).text ?? '');
    if (text === 'begin') running.set(this, []);
    running.get(this)?.push(text);
    if (text === 'commit') {
      ended.push(running.get(this) ?? []);
      running.delete(this);
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await release();
  } finally {
    pg.Client.prototype.query = query;
  }
  return ended.find((statements) => statements.some((text) => text.includes('lock_wallet('))) ?? [];
}

test('a release takes thirteen statements with begin and commit, the last one of a job twelve more', async () => {
  const rows = [
    ['First wall', '500'],
    ['Second wall', '500'],
  ] as const;
  const contract = await award(world, { poster, worker }, { rupees: '1000', term: 'milestone', rows });
  const counts: number[] = [];
  for (const position of [1, 2]) {
    const at = getMilestoneAt(contract, position);
    await fund(world, poster, at);
    for (const step of ['started', 'completed', 'payment_requested'] as const)
      await sendWorkStep(worker, at, step);
    await sendFundStep(poster, at, 'accepted');
    await world.drain();
    counts.push((await watchRelease(() => sendFundStep(poster, at, 'released'))).length);
  }
  expect(counts).toEqual([13, 25]);
});
