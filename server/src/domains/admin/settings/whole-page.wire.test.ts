import * as calls from '@fws/contract/admin/settings/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true, env: { SECOND_APPROVER_ABOVE_RUPEES: '5000' } });
  boss = await createAdmin(world);
});
afterAll(() => world.close());

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('shows every setting and the fees with their changes, who made them and when they apply', async () => {
  const by = `${boss.user.firstName} Kumar`;
  const firstAt = world.clock.format();
  const key = 'payout_account_wait_hours' as const;
  const setWait = (value: string, reason: string, from = '') =>
    boss.user.done(calls.adminSettingSet, { key, value, from, reason });
  await setWait('48', 'Too many new accounts');
  world.clock.advance(MINUTE_MS);
  const secondAt = world.clock.format();
  await setWait('36', 'Two days were too long');
  world.clock.advance(MINUTE_MS);
  const from = toIstDate(new Date(world.clock.now().getTime() + 2 * DAY_MS));
  await setWait('24', 'Until the feast', from);
  const fees = {
    effectiveOn: from,
    platformFeePercent: '5',
    gstPercent: '18',
    tdsPercent: '0.1',
    welfarePercent: '1',
    welfareCapText: '100',
    reason: 'As agreed',
  };
  await boss.user.done(calls.adminFeesSet, fees);
  const readIds = async (table: 'setting_change' | 'fee_rates') =>
    (await world.db.selectFrom(table).select('id').orderBy('id', 'desc').execute()).map(({ id }) => id);
  const [third, second, first] = await readIds('setting_change');
  const [feesId] = await readIds('fee_rates');
  expect(await boss.user.done(calls.adminSettings, {})).toEqual({
    settings: [
      {
        key: 'second_approver_above_paise',
        value: 5_000_00,
        defaultValue: 5_000_00,
        changes: [],
      },
      {
        key,
        value: 36,
        defaultValue: 24,
        changes: [
          {
            id: third,
            state: 'coming',
            value: 24,
            effectiveAt: new Date(`${from}T00:00:00+05:30`).toISOString(),
            by,
            setAt: world.clock.format(),
            reason: 'Until the feast',
          },
          {
            id: second,
            state: 'current',
            value: 36,
            effectiveAt: secondAt,
            by,
            setAt: secondAt,
            reason: 'Two days were too long',
          },
          {
            id: first,
            state: 'past',
            value: 48,
            effectiveAt: firstAt,
            by,
            setAt: firstAt,
            reason: 'Too many new accounts',
          },
        ],
      },
      { key: 'identity_review_first', value: 0, defaultValue: 0, changes: [] },
    ],
    fees: [
      {
        id: feesId,
        state: 'coming',
        effectiveOn: from,
        platformFeeBps: 500,
        gstBps: 1800,
        tdsBps: 10,
        welfareBps: 100,
        welfareCapPaise: 100_00,
        by,
        setAt: world.clock.format(),
        reason: 'As agreed',
      },
    ],
  });
});
