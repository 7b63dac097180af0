import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import { makeDatabaseClockMovable } from '../../../test/ledger/clock.ts';
import { at, createFundedMilestone, nextId, postInTx } from '../../../test/ledger/postings.ts';
import { createFolderStore } from '../../adapters/files/folder.ts';
import { inTx } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/log.ts';
import {
  archiveMonth,
  ArchiveRefused,
  listPartitions,
  openMonths,
  restoreMonth,
} from '../../platform/months/index.ts';
import { archiveChecks } from '../invariants.ts';
import { toWalletAccount } from './postings/accounts.ts';
import { entryArchivePolicy } from './archives/archive-policy.ts';
import { invariants } from './invariants.ts';
import { release } from './postings/escrow.ts';
import { sealDays, verifySeals } from './seals/service.ts';
import { getBalance, listAccountEntries } from './store.ts';
import { findVerifiedDay, recordVerifiedDay, verifyLedger } from './verification/service.ts';
import { withdrawalPaid, withdrawalRequested, withdrawalReturned } from './postings/withdrawals.ts';

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      worker: fc.nat(2),
      paise: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      worker: fc.nat(2),
      paise: fc.integer({ min: 1, max: 9_999 }),
      end: fc.constantFrom('paid' as const, 'returned' as const, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 25 }),
      isOpened: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('archive' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), month: fc.nat(5) }) },
);

test(
  'money that moves over months, archives and restores is never lost, doubled or hidden',
  { timeout: 120_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), runSteps), {
      numRuns: 2,
      endOnFailure: true,
    });
  },
);

async function runSteps(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const database = await createTestDatabase();
  const owner = openOwnerDb(database.ownerUrl);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const folder = await mkdtemp(path.join(tmpdir(), 'fws-months-'));
  const files = createFolderStore(folder);
  const { db } = database;
  const moveClock = await makeDatabaseClockMovable(owner);
  /** What each wallet saw: the amounts, oldest first. */
  const wallets = Array.from({ length: 3 }, () => ({ id: nextId(), amounts: [] as number[] }));
  let days = 0;
  const calculateBalance = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const listMonths = () => listPartitions(db, 'ledger.entry');

  async function check() {
    await sealDays({ db, log: silentLog });
    const { head, broken } = await verifySeals(db, null, { files, checks: archiveChecks });
    expect(broken).toEqual([]);
    expect(await verifyLedger(db, invariants)).toEqual([]);
    expect(await verifyLedger(db, invariants, await findVerifiedDay(db))).toEqual([]);
    if (head?.algorithm === 'merkle') await inTx(db, (tx) => recordVerifiedDay(tx, head));
    for (const { id, amounts } of wallets) {
      const lines = await listAccountEntries(db, toWalletAccount(id), { limit: 1_000 });
      expect(lines.map(({ amountPaise }) => amountPaise).toReversed()).toEqual(amounts);
      expect(await getBalance(db, toWalletAccount(id))).toBe(calculateBalance(amounts));
    }
  }

  try {
    for (const action of steps) {
      if (action.do === 'earn') {
        const { id, amounts } = wallets[action.worker]!;
        const milestone = await createFundedMilestone(db, action.paise);
        await postInTx(db, release({ ...milestone, workerId: id, amountPaise: action.paise, at }));
        amounts.push(action.paise);
      } else if (action.do === 'withdraw') {
        const { id, amounts } = wallets[action.worker]!;
        const withdrawal = { withdrawalId: nextId(), workerId: id, amountPaise: action.paise, at };
        const { ok } = await postInTx(db, withdrawalRequested(withdrawal));
        if (ok !== calculateBalance(amounts) >= action.paise)
          throw new Error(`a withdrawal of ${action.paise} was ${ok ? 'posted' : 'refused'}`);
        if (!ok) continue;
        amounts.push(-action.paise);
        if (action.end === 'paid') await postInTx(db, withdrawalPaid(withdrawal));
        if (action.end === 'returned') {
          await postInTx(db, withdrawalReturned(withdrawal));
          amounts.push(action.paise);
        }
      } else if (action.do === 'wait') {
        days += action.days;
        await moveClock(days);
        // Without it, months may be missing.
        if (action.isOpened) await openMonths({ db, log: silentLog });
      } else if (action.do === 'check') {
        await check();
      } else if (action.do === 'archive') {
        const month = (await listMonths()).find(({ stage }) => stage === 'attached');
        await check();
        await archiveMonth({ owner: client, files, now: new Date() }, month!, entryArchivePolicy).catch(
          (error: unknown) => {
            if (!(error instanceof ArchiveRefused)) throw error;
          },
        );
      } else {
        const archived = (await listMonths()).filter(({ stage }) => stage === 'archived');
        const month = archived[action.month % (archived.length || 1)];
        if (month) await restoreMonth({ owner: client, files }, month, entryArchivePolicy);
      }
    }
    await check();
  } finally {
    await client.end();
    await owner.destroy();
    await database.close();
    await rm(folder, { recursive: true });
  }
}
