import { keptOf, sumKept } from '@fws/contract/payouts/fees';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { inTx } from '../../platform/db/index.ts';
import { ratesAt, ratesHistory, setRates, type FeeRates } from './fees.ts';

const rates: FeeRates = {
  id: 1,
  effectiveOn: '2026-12-01',
  platformFeeBps: 500,
  gstBps: 1800,
  tdsBps: 10,
  welfareBps: 100,
  welfareCapPaise: null,
};

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('without rates nothing is kept; each part is rounded down', () => {
  expect(sumKept(keptOf(1_000_00, null))).toBe(0);
  expect(keptOf(999_99, rates)).toEqual({
    feePaise: 49_99,
    gstPaise: 8_99,
    tdsPaise: 99,
    welfarePaise: 9_99,
  });
  expect(keptOf(19, rates)).toEqual({ feePaise: 0, gstPaise: 0, tdsPaise: 0, welfarePaise: 0 });
  expect(keptOf(1_000_00, { ...rates, welfareCapPaise: 5_00 }).welfarePaise).toBe(5_00);
});

test('whatever the table allows, nobody is asked for more than they get', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_00 }),
      fc.record({
        platformFeeBps: fc.integer({ min: 0, max: 4000 }),
        gstBps: fc.integer({ min: 0, max: 10_000 }),
        tdsBps: fc.integer({ min: 0, max: 1000 }),
        welfareBps: fc.integer({ min: 0, max: 1000 }),
      }),
      (amountPaise, some) => sumKept(keptOf(amountPaise, { ...rates, ...some })) <= amountPaise,
    ),
  );
});

test('rates hold from midnight in India of their day, and the later word for a day counts', async () => {
  const { db } = database;
  const now = new Date('2026-11-21T10:00:00Z');
  const set = (effectiveOn: string, platformFeeBps: number) =>
    inTx(db, (tx) =>
      setRates(tx, { ...rates, effectiveOn, platformFeeBps, setBy: null, reason: 'test', now }),
    );
  expect(await ratesAt(db, now)).toBeNull();
  await set('2026-12-01', 500);
  await set('2026-12-10', 700);
  await set('2026-12-10', 600);
  const at = async (time: string) => (await ratesAt(db, new Date(time)))?.platformFeeBps ?? null;
  expect(await at('2026-11-30T18:29:59.999Z')).toBeNull();
  expect(await at('2026-11-30T18:30:00Z')).toBe(500);
  expect(await at('2026-12-09T18:29:59Z')).toBe(500);
  expect(await at('2030-01-01T00:00:00Z')).toBe(600);
  expect((await ratesHistory(db)).map((one) => one.platformFeeBps)).toEqual([600, 700, 500]);
  await expect(set('2026-11-21', 1)).rejects.toThrow('a day to come');
  for (const change of [
    db.updateTable('fee_rates').set({ tds_bps: 0 }).execute(),
    db.deleteFrom('fee_rates').execute(),
  ])
    await expect(change).rejects.toMatchObject({ code: '42501' });
});
