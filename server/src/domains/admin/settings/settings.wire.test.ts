import { adminEnter, auditLog } from '@fws/contract/admin/calls';
import * as calls from '@fws/contract/admin/settings/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';
import { readConfig } from '../../../config/index.ts';
import { loadSettings } from '../../../platform/settings.ts';
import { findRatesAt } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

let world: World;
let boss: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  boss = await createAdmin(world);
});
afterAll(() => world.close());

const DAY_MS = 24 * 3600_000;
const toDay = (ahead: number) => toIstDate(new Date(world.clock.now().getTime() + ahead * DAY_MS));
const readCurrentValues = () => loadSettings(world.db, readConfig(world.config), world.clock.now());
const waitSetting = {
  key: 'payout_account_wait_hours',
  value: '48',
  from: '',
  reason: 'Too many new accounts',
} as const;

test('uses the value of the environment until an admin changes it, and records who, when and why', async () => {
  expect(await readCurrentValues()).toMatchObject({
    payout_account_wait_hours: 24,
    identity_review_first: 0,
  });
  await boss.user.done(calls.adminSettingSet, waitSetting);
  expect(await readCurrentValues()).toMatchObject({ payout_account_wait_hours: 48 });
  const { settings } = await boss.user.done(calls.adminSettings, {});
  expect(settings.find(({ key }) => key === waitSetting.key)).toMatchObject({
    value: 48,
    defaultValue: 24,
    changes: [{ state: 'current', value: 48, reason: waitSetting.reason, by: expect.stringMatching(/\w/) }],
  });
  const { items } = await boss.user.done(auditLog, { subject: 'setting', subjectId: waitSetting.key });
  expect(items).toMatchObject([
    { act: 'setting_changed', reason: waitSetting.reason, details: { from: 24, to: 48 } },
  ]);
});

test('applies a future change from the start of that day in India', async () => {
  const from = toDay(2);
  await boss.user.done(calls.adminSettingSet, {
    key: 'identity_review_first',
    value: '1',
    from,
    reason: 'Frauds',
  });
  expect((await readCurrentValues()).identity_review_first).toBe(0);
  const { settings } = await boss.user.done(calls.adminSettings, {});
  const [coming] = settings.find(({ key }) => key === 'identity_review_first')?.changes ?? [];
  expect(coming).toMatchObject({
    state: 'coming',
    effectiveAt: new Date(`${from}T00:00:00+05:30`).toISOString(),
  });
  const begins = Date.parse(`${from}T00:00:00+05:30`);
  const readValuesAt = (ms: number) => loadSettings(world.db, readConfig(world.config), new Date(ms));
  expect((await readValuesAt(begins - 1)).identity_review_first).toBe(0);
  expect((await readValuesAt(begins)).identity_review_first).toBe(1);
});

test.each([
  ['no reason', { reason: ' ' }, 'reason'],
  ['a day that has begun', { from: 'today' }, 'from'],
  ['no day', { from: '2026-02-31' }, 'from'],
  ['beyond the limit', { value: '721' }, 'value'],
  ['no number', { value: '-1' }, 'value'],
])('returns 422 for %s', async (_, change, field) => {
  const values = {
    ...waitSetting,
    ...change,
    ...('from' in change && change.from === 'today' ? { from: toDay(0) } : {}),
  };
  const answer = await boss.user.call(calls.adminSettingSet, values);
  expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
});

test('sets fees and taxes for a future day, and refuses today and invalid rates', async () => {
  const fees = {
    effectiveOn: toDay(1),
    platformFeePercent: '5',
    gstPercent: '18',
    tdsPercent: '0.1',
    welfarePercent: '',
    welfareCapText: '',
    reason: 'As agreed',
  };
  expect((await boss.user.call(calls.adminFeesSet, { ...fees, effectiveOn: toDay(0) })).status).toBe(422);
  expect((await boss.user.call(calls.adminFeesSet, { ...fees, platformFeePercent: '51' })).status).toBe(422);
  expect((await boss.user.call(calls.adminFeesSet, { ...fees, tdsPercent: '0.123' })).status).toBe(422);
  await boss.user.done(calls.adminFeesSet, fees);
  const rates = { platformFeeBps: 500, gstBps: 1800, tdsBps: 10, welfareBps: 0, welfareCapPaise: null };
  const answer = await boss.user.done(calls.adminSettings, {});
  expect(answer.fees).toMatchObject([{ ...rates, state: 'coming', reason: 'As agreed' }]);
  expect(await findRatesAt(world.db, world.clock.now())).toBeNull();
  expect(await findRatesAt(world.db, new Date(world.clock.now().getTime() + DAY_MS))).toMatchObject(rates);
});

test('requires a recent code to change a setting', async () => {
  world.clock.advance(11 * 60_000);
  expect(await boss.user.call(calls.adminSettingSet, waitSetting)).toMatchObject({
    status: 403,
    step_up: 'totp',
  });
  await boss.user.done(adminEnter, { code: boss.generateNextCode() });
  await boss.user.done(calls.adminSettingSet, waitSetting);
});

test('does not let the application change or delete the history', async () => {
  await expect(sql`UPDATE setting_change SET value = 1`.execute(world.db)).rejects.toThrow(
    /permission denied/,
  );
  await expect(sql`DELETE FROM setting_change`.execute(world.db)).rejects.toThrow(/permission denied/);
});
