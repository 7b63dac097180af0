import { adminReportDecide } from '@fws/contract/admin/reports/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { submit } from '../../../../test/kyc/identity-checks.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

async function review(): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'review_names', {}));
  await world.drain();
}

const listCases = () =>
  world.db
    .selectFrom('report_case')
    .select(['id', 'author_id', 'title', 'reason', 'waits_until', 'decided_at'])
    .orderBy('id')
    .execute();

test('brings names that nobody new could have before a person, once, and locks nobody out', async () => {
  const fake = await world.user({ firstName: 'FWS', lastName: 'Support' });
  await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const verified = await world.user({ firstName: 'Admin', lastName: 'Khan' });
  expect(await submit(verified, 'pan', 'ABCPE1234F')).toMatchObject({ data: { state: 'verified' } });

  await review();
  await review();
  const [found, ...others] = await listCases();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    author_id: fake.id,
    title: 'FWS Support',
    reason: 'not_real',
    waits_until: null,
    decided_at: null,
  });
  expect((await fake.post('current_user', {})).httpStatus).toBe(200);
  const { items } = await support.user.done(adminQueue, { kind: 'report', limit: '50' });
  expect(items).toContainEqual(expect.objectContaining({ title: expect.stringContaining('FWS Support') }));

  await support.user.done(adminReportDecide, {
    reportCaseId: String(found?.id),
    decision: 'leave',
    reason: 'not_real',
    words: '',
  });
  await review();
  expect(await listCases()).toHaveLength(1);

  await world.db
    .updateTable('user_account')
    .set({ last_name: 'Verified' })
    .where('id', '=', fake.id)
    .execute();
  await review();
  expect((await listCases()).map(({ title }) => title)).toEqual(['FWS Support', 'FWS Verified']);
});
