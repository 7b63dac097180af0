import { adminRestore, adminRestoreCompare } from '@fws/contract/admin/restore/calls';
import { STATEMENT_MAX } from '@fws/contract/admin/restore/statement';
import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { closeRestore, findOpenRestore } from '../../ledger/index.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { markRestored } from './mark.ts';

const HEAD = 'date,reference,amount,direction\n';

let world: World;
let finance: TestAdmin;

beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  finance = await createAdmin(world, 'finance');
  await markRestored(world.db, world.clock.now(), world.clock.now());
});
afterEach(async () => {
  const open = await findOpenRestore(world.db);
  if (open) await inTx(world.db, (tx) => closeRestore(tx, open.id, world.clock.now()));
  await world.db.deleteFrom('books_run').where('kind', '=', 'after_restore').execute();
});
afterAll(() => world.close());

const requestComparison = (statement: string) => finance.user.call(adminRestoreCompare, { statement });

async function waitForResult() {
  await waitFor('the comparison', async () => {
    const { comparison } = await finance.user.done(adminRestore, {});
    return comparison?.finishedAt != null;
  });
  return (await finance.user.done(adminRestore, {})).comparison?.result;
}

test('reports with a code that a provider without a list of transfers was not compared', async () => {
  expect((await requestComparison('')).status).toBe(200);
  expect(await waitForResult()).toMatchObject({
    checked: { statementLines: 0 },
    notCompared: [{ code: 'no_earlier_balance', provider: 'cashfree' }],
  });
});

test('compares the uploaded statement instead of a list', async () => {
  const day = toIstDate(new Date());
  expect(
    (await requestComparison(`${HEAD}${day},fws_unheard,1500.50,debit\n${day},own funds,1,credit\n`)).status,
  ).toBe(200);
  expect(await waitForResult()).toMatchObject({
    checked: { statementLines: 2 },
    differences: [{ subject: 'statement:2', ours: 'no such withdrawal' }],
    notCompared: [],
  });
});

test('returns 422 with the line number for an unreadable statement, and compares nothing', async () => {
  const answer = await requestComparison(`${HEAD}2026-11-20,fws_1,1,debit\n2026-11-20,fws_2,1.005,debit\n`);
  expect(answer.httpStatus).toBe(422);
  expect(answer.errors).toEqual({ statement: 'Line 3: “1.005” must be an amount in rupees' });
  expect((await requestComparison('fws_1 500')).errors).toEqual({
    statement: 'The first line must be date,reference,amount,direction',
  });
  expect((await requestComparison(`${HEAD}${'x'.repeat(STATEMENT_MAX)}`)).errors).toHaveProperty('statement');
  expect((await finance.user.done(adminRestore, {})).comparison).toBeNull();
});

test('returns 409 for a statement uploaded while a comparison is running', async () => {
  await world.db
    .insertInto('books_run')
    .values({ kind: 'after_restore', asked_by: null, asked_at: world.clock.now() })
    .execute();
  const answer = await requestComparison(`${HEAD}2026-11-20,fws_1,1,debit\n`);
  expect([answer.httpStatus, answer.message]).toEqual([
    409,
    'The books are being compared. Please wait for the result',
  ]);
  expect((await requestComparison('')).status).toBe(200);
});

test('requires a new comparison when the stored result has an older format', async () => {
  await world.db
    .insertInto('books_run')
    .values({ kind: 'after_restore', asked_by: null, asked_at: world.clock.now() })
    .execute();
  await world.db
    .updateTable('books_run')
    .set({
      finished_at: world.clock.now(),
      result: JSON.stringify({ checked: {}, differences: [], notFinal: [], notCompared: ['transfers'] }),
    })
    .where('kind', '=', 'after_restore')
    .execute();
  expect(await finance.user.done(adminRestore, {})).toMatchObject({
    blocker: 'not_compared',
    comparison: { result: null },
  });
});
