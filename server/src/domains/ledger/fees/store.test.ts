import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { inTx } from '../../../platform/db/index.ts';
import { findRatesAt, listRates, setRates, type FeeRates } from './store.ts';

const rates: FeeRates = {
  id: 1,
  effectiveOn: '2026-12-01',
  platformFeeBps: 500,
  gstBps: 1800,
  tdsBps: 10,
  welfareBps: 100,
  welfareCapPaise: null,
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('rates apply from midnight in India of their day, and the later row for a day wins', async () => {
  const { db } = database;
  const now = new Date('2026-11-21T10:00:00Z');
  const set = (effectiveOn: string, platformFeeBps: number) =>
    inTx(db, (tx) =>
      setRates(tx, { ...rates, effectiveOn, platformFeeBps, setBy: null, reason: 'test', now }),
    );
  expect(await findRatesAt(db, now)).toBeNull();
  await set('2026-12-01', 500);
  await set('2026-12-10', 700);
  await set('2026-12-10', 600);
  const readFeeAt = async (time: string) => (await findRatesAt(db, new Date(time)))?.platformFeeBps ?? null;
  expect(await readFeeAt('2026-11-30T18:29:59.999Z')).toBeNull();
  expect(await readFeeAt('2026-11-30T18:30:00Z')).toBe(500);
  expect(await readFeeAt('2026-12-09T18:29:59Z')).toBe(500);
  expect(await readFeeAt('2030-01-01T00:00:00Z')).toBe(600);
  expect((await listRates(db)).map((row) => row.platformFeeBps)).toEqual([600, 700, 500]);
  await expect(set('2026-11-21', 1)).rejects.toThrow('a day to come');
  for (const change of [
    db.updateTable('fee_rates').set({ tds_bps: 0 }).execute(),
    db.deleteFrom('fee_rates').execute(),
  ])
    await expect(change).rejects.toMatchObject({ code: '42501' });
});
