import { ORDER_MAX_PAISE, ORDER_MIN_PAISE } from '@fws/contract/platform/limits';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveFund as moveFundCall } from '@fws/contract/contracts/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { runProgram } from '../scripts/program.ts';
import { removeDatabase, startDatabase } from '../scripts/embedded-postgres/index.ts';
import { allInvariants } from '../server/src/domains/invariants.ts';
import { moveFund } from '../server/src/domains/contracts/milestones.ts';
import { verifyLedger } from '../server/src/domains/ledger/index.ts';
import { createDb, createPool, inTx } from '../server/src/platform/db/index.ts';
import { TestClock } from '../server/test/clock.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { TestUser } from '../server/test/user.ts';
import { startProcess } from './jobs-list/load.ts';
import { calculateMedian } from './median.ts';
import { createBareTransfers } from './release/bare.ts';
import { AMOUNT_PAISE, loadAcceptedMilestones, type ReadyMilestone } from './release/data.ts';
import { readOptions } from './options.ts';
import { measureRate } from './release/load.ts';

// How fast is a release? Over HTTP and by the service alone, compared with a bare transfer in SQL on the same server,
// which commits to disk. The measurements alternate instead of running one after another.

// npm run bench:release -- [--rounds N] [--releases N a round]

const { rounds: ROUNDS, releases: RELEASES } = readOptions(process.argv.slice(2), {
  rounds: 3,
  releases: 1_000,
});
const CLIENTS = 16;
const BARE_ACCOUNTS = 2_000;

async function measure(): Promise<void> {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.appUrl, { max: CLIENTS }), { namedStatements: true });
  const poster = await TestUser.create('', db, new TestClock(), 1, {});
  console.log('Loading accepted milestones …');
  const milestones = await loadAcceptedMilestones(db, poster.id, (2 * ROUNDS + 2) * RELEASES);
  const bare = await createBareTransfers(database.ownerUrl, BARE_ACCOUNTS, CLIENTS);
  const server = await startProcess({
    kind: 'fws',
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
  });
  const take = () => milestones.splice(0, RELEASES);

  const releaseOverHttp = async ({ jobId, milestoneId }: ReadyMilestone) => {
    const values: CallInput<typeof moveFundCall> = {
      jobId: String(jobId),
      milestoneId: String(milestoneId),
      step: 'released',
      amountText: '',
    };
    const body = JSON.stringify(values);
    const headers = {
      'content-type': 'application/json',
      'x-fws-client': 'web',
      authorization: `Bearer ${poster.token}`,
      'idempotency-key': `release-${milestoneId}`,
    };
    const answer = await fetch(`${server.url}/api/${moveFundCall.name}`, { method: 'POST', body, headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a release answered ${answer.status}`);
  };
  const releaseByService = async ({ jobId, milestoneId }: ReadyMilestone) => {
    const command = { jobId, milestoneId, step: 'released', amountPaise: null, acceptsWork: false } as const;
    const limits = { minPaise: ORDER_MIN_PAISE, maxPaise: ORDER_MAX_PAISE };
    const context = { callerId: poster.id, provider: 'cashfree', limits, now: new Date(), onWeb: false };
    const outcome = await inTx(db, (tx) => moveFund(tx, command, context));
    if (!outcome.ok) throw new Error(`a release was refused: ${outcome.refusal.code}`);
  };
  const runBareTransfer = ({ milestoneId, workerId }: ReadyMilestone) =>
    bare.transfer(1 + (milestoneId % 1_800), 1_801 + (workerId % 200), AMOUNT_PAISE);

  const rates = { bare: [] as number[], service: [] as number[], http: [] as number[] };
  await measureRate(take(), CLIENTS, releaseOverHttp);
  await measureRate(take(), CLIENTS, releaseByService);
  for (let round = 1; round <= ROUNDS; round++) {
    rates.bare.push(await measureRate(milestones.slice(0, RELEASES), CLIENTS, runBareTransfer));
    rates.service.push(await measureRate(take(), CLIENTS, releaseByService));
    rates.http.push(await measureRate(take(), CLIENTS, releaseOverHttp));
    console.log(`Round ${round} of ${ROUNDS} done`);
  }

  const violations = await verifyLedger(db, allInvariants);
  server.stop();
  await bare.close();
  await db.destroy();
  await database.close();
  if (violations.length > 0) throw new Error(`the ledger does not hold: ${JSON.stringify(violations)}`);
  report(rates);
}

function report(rates: Record<'bare' | 'service' | 'http', number[]>): void {
  const bare = calculateMedian(rates.bare);
  for (const [name, measured] of Object.entries(rates)) {
    const rate = calculateMedian(measured);
    const ratio = name === 'bare' ? '' : `   bare / ${name} ${(bare / rate).toFixed(2)}`;
    console.log(`${name.padEnd(8)} ${rate.toFixed(0).padStart(6)} a second${ratio}`);
  }
}

await runProgram(async (life) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fws-bench-'));
  life.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o711); // root's database runs under another account, which needs access
  const port = 60_000 + Math.floor(Math.random() * 5000);
  const server = await startDatabase({ dataDir, port, durable: true, log: console.log });
  life.onEnd(() => removeDatabase(dataDir));
  life.onEnd(() => server.stop());
  process.env['TEST_DATABASE_URL'] = server.ownerUrl;
  await measure();
  return 0;
});
