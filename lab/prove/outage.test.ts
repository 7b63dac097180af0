import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/test/world.ts';
import { runOutage } from './outage/database.ts';

const OUTAGE_MS = 3_000;

let world: World;
beforeEach(async () => {
  world = await startWorld({
    env: { WORKER_HEARTBEAT_MS: '500', DATABASE_SILENT_MS: '1000' },
    gated: true,
  });
});
afterEach(() => world.close());

test.each([
  ['refuses connections', () => world.gate?.block()],
  ['does not answer', () => world.gate?.stall()],
])(
  'answers 503 while the database %s, then continues without losing or repeating an effect',
  async (_, goAway) => {
    const databaseSwitch = { goAway, comeBack: () => world.gate?.open() };
    const { violations, lostAcknowledgements, doubleEffects, acknowledged, askedMeanwhile } = await runOutage(
      world,
      databaseSwitch,
      OUTAGE_MS,
    );
    expect(violations).toEqual([]);
    expect({ lostAcknowledgements, doubleEffects }).toEqual({ lostAcknowledgements: 0, doubleEffects: 0 });
    expect(acknowledged).toBeGreaterThan(0);
    expect(askedMeanwhile).toBeGreaterThan(0);
  },
  600_000,
);
