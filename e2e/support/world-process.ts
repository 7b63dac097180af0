import { randomBytes } from 'node:crypto';
import { demoJobs } from '../../scripts/demo/jobs.ts';
import { demoContracts } from '../../scripts/demo/contracts.ts';
import { adminQueue } from '../../contract/src/admin/queue/calls.ts';
import { adminReportDecide } from '../../contract/src/admin/reports/calls.ts';
import { adminUserSuspend } from '../../contract/src/admin/users/calls.ts';
import { reportContent } from '../../contract/src/safety/calls.ts';
import { arrived, claimNoShow } from '../../contract/src/visits/calls.ts';
import { raiseIssue } from '../../contract/src/disputes/calls.ts';
import { IST_OFFSET_MS, toIstDate } from '../../contract/src/platform/dates.ts';
import { loadDemo } from '../../scripts/demo/load.ts';
import { sql } from 'kysely';
import { enqueueAnyTask } from '../../server/test/queued-task.ts';
import { startWorld } from '../../server/test/world.ts';
import { allInvariants } from '../../server/src/domains/invariants.ts';
import { verifyLedger } from '../../server/src/domains/ledger/index.ts';
import { grantRole } from '../../server/src/domains/admin/index.ts';
import { createSession } from '../../server/src/domains/identity/index.ts';
import { awardVisit } from '../../server/src/domains/visits/testing/awarding.ts';
import { createAdmin, generateCode } from '../../server/test/admin/admins.ts';
import { submit } from '../../server/test/kyc/identity-checks.ts';
import { FACTOR_USE } from '../../server/src/domains/admin/factor/service.ts';
import { inTx } from '../../server/src/platform/db/index.ts';
import { createKeyring, seal } from '../../server/src/platform/keys.ts';
import { enqueue } from '../../server/src/platform/queue/index.ts';
import { createChargeback, createContradictedWithdrawal, createRefusedRefund } from './ops-cases.ts';
import type { Answer, Demo, JobOptions, ProductCommand, ProductRequest, Sides } from './product-commands.ts';
import { createRestoredDatabase } from './restored.ts';
import {
  award,
  earn,
  fund,
  sendFundStep,
  getMilestoneAt,
  payOut,
  post,
  quote,
  sendWorkStep,
  simulatePayment,
} from '../../server/test/story.ts';
import { TestUser } from '../../server/test/user.ts';

// Runs a product for the browser tests in its own process, because Playwright compiles its tests differently.

const LIST_KEPT_MS = 1000;
/** How long an authenticator app shows each code. */
const CODE_MS = 30_000;
const DAY_MS = 24 * 3600_000;

const webDist = process.env['FWS_WEB_DIST'];
const settings = JSON.parse(process.env['FWS_SETTINGS'] ?? '{}') as Record<string, string>;
const world = await startWorld({ env: settings, ...(webDist ? { webDist } : {}) });

async function answer(ask: ProductCommand): Promise<unknown> {
  switch (ask.do) {
    case 'user': {
      const { id, token, firstName, mobile, email } = await world.user(ask.overrides);
      return { id, token, firstName, mobile, email };
    }
    case 'post': {
      const { id } = await post(world, new TestUser(world.url, ask.poster), { values: ask.values });
      await world.drain();
      // A list is kept for a second, and another journey may have read it just before.
      world.clock.advance(LIST_KEPT_MS);
      return id;
    }
    case 'saved': {
      const rows = await world.db
        .selectFrom('saved_job')
        .select('job_id')
        .where('user_id', '=', ask.userId)
        .execute();
      return rows.map((row) => row.job_id);
    }
    case 'demo': {
      const { logins } = await loadDemo({
        databaseUrl: world.config.databaseUrl,
        dataDir: world.dataDir,
        log: () => {},
      });
      await world.drain();
      return { logins, places: await findDemoPlaces() } satisfies Demo;
    }
    case 'session':
      return openSession(ask.email);
    case 'verify':
      await world.drain();
      return verifyLedger(world.db, allInvariants);
    case 'advance':
      world.clock.advance(ask.ms);
      return null;
    case 'today':
      world.clock.reset();
      return null;
    case 'later':
      await extendSessions(ask.ms);
      world.clock.advance(ask.ms);
      if (ask.withoutTasks) return null;
      await inTx(world.db, async (tx) => {
        for (const task of ['watch_releases', 'quote_timers', 'expire_jobs', 'send_unread_notices'] as const)
          await enqueue(tx, task, {});
      });
      await world.drain();
      return null;
    case 'job':
      return makeJob(new TestUser(world.url, ask.poster), new TestUser(world.url, ask.worker), ask.job);
    case 'loseKey':
      await world.db
        .updateTable('admin_member')
        .set({ totp_secret: seal(createKeyring(randomBytes(32)), FACTOR_USE, 'of another key') })
        .where('user_id', '=', ask.userId)
        .execute();
      return null;
    case 'grantRole':
      await grantRole(world.db, ask.userId, ask.role, world.clock.now());
      return null;
    case 'code':
      world.clock.advance(CODE_MS);
      return generateCode(ask.secret, world.clock.now());
    case 'pay':
      return (await simulatePayment(world, ask.orderId, 'SUCCESS')).ok;
    case 'issue': {
      const values = { jobId: String(ask.jobId), issue: 'not_completed' as const, details: ask.details };
      return (await new TestUser(world.url, ask.by).done(raiseIssue, values)).id;
    }
    case 'identity':
      return (
        await submit(new TestUser(world.url, ask.by), 'pan', ask.pan ?? 'ABCPE1234F', {
          asPrinted: ask.pan !== undefined,
        })
      ).message;
    case 'suspend':
      return suspend(ask.userId, ask.reason);
    case 'takeDown':
      return takeDown(new TestUser(world.url, ask.poster), new TestUser(world.url, ask.reporter));
    case 'price':
      await world.db
        .insertInto('price_hint')
        .columns([
          'city',
          'category_id',
          'low_paise',
          'middle_paise',
          'high_paise',
          'quotes_from',
          'counted_until',
        ])
        .expression((query) =>
          query
            .selectFrom('category')
            .select((row) => [
              row.val(ask.city).as('city'),
              row.ref('id').as('category_id'),
              row.val(40_000_00).as('low_paise'),
              row.val(50_000_00).as('middle_paise'),
              row.val(60_000_00).as('high_paise'),
              row.val(20).as('quotes_from'),
              row.val(world.clock.now()).as('counted_until'),
            ])
            .where('name', '=', ask.category),
        )
        .execute();
      return null;
    case 'earn':
      return { jobId: (await earn(world, toTestUsers(ask.sides), ask.sides.rupees)).jobId };
    case 'rest': {
      const sides = toTestUsers(ask.sides);
      const at = getMilestoneAt(await award(world, sides, { rupees: sides.rupees, term: 'completion' }));
      await fund(world, sides.poster, at);
      await payOut(sides, at);
      await world.drain();
      return null;
    }
    case 'restored':
      return createRestoredDatabase(world, toTestUsers({ ...ask.sides, rupees: '' }));
    case 'contradicted':
      return createContradictedWithdrawal(world, toTestUsers(ask.sides));
    case 'refused':
      return createRefusedRefund(world, toTestUsers(ask.sides));
    case 'chargeback':
      return createChargeback(world, { ...ask, ...toTestUsers(ask.sides) });
    case 'visit':
      return agreeVisit(toTestUsers({ ...ask.sides, rupees: '' }));
    case 'arrive':
      await new TestUser(world.url, ask.worker).done(arrived, { milestoneId: String(ask.milestoneId) });
      return null;
    case 'claimNoShow':
      await new TestUser(world.url, ask.by).done(claimNoShow, { milestoneId: String(ask.milestoneId) });
      return null;
    case 'work':
      await enqueueAnyTask(world.db, ask.task, ask.payload, { maxAttempts: 1 });
      await world.drain();
      return null;
    case 'close':
      await world.close();
      return null;
  }
}

const toTestUsers = ({ poster, worker, rupees }: Sides) => ({
  poster: new TestUser(world.url, poster),
  worker: new TestUser(world.url, worker),
  rupees,
});

async function openSession(email: string) {
  const { id, firstName, mobile } = await world.db
    .selectFrom('user_account')
    .select(['id', 'first_name as firstName', 'mobile'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id, firstName, mobile, email, token: await createConfirmedSession(id) };
}

/** A session as after a login with a code. */
const createConfirmedSession = (userId: number) =>
  createSession(world.db, {
    userId,
    now: world.clock.now(),
    ttlMs: 24 * 3600_000,
    client: 'test',
    confirmed: true,
  });

async function suspend(userId: number, reason: string): Promise<string> {
  const { user: support } = await createAdmin(world, 'support');
  await support.done(adminUserSuspend, { userId: String(userId), reason });
  await world.drain();
  // Every session has ended.
  return createConfirmedSession(userId);
}

async function takeDown(poster: TestUser, reporter: TestUser): Promise<number> {
  const job = await post(world, poster);
  const reason = 'money_first';
  await reporter.done(reportContent, { subjectType: 'job', subjectId: String(job.id), reason });
  const { user: support } = await createAdmin(world, 'support');
  const { items } = await support.done(adminQueue, { kind: 'report', limit: '100' });
  const reportCaseId = String(items.find(({ title }) => title === job.title)?.id);
  const words = 'Remove the ₹499.';
  await support.done(adminReportDecide, { reportCaseId, decision: 'take_down', reason, words });
  await world.drain();
  return Number(reportCaseId);
}

const TEN_MS = 10 * 3600_000;

const extendSessions = (ms: number) =>
  sql`UPDATE session SET expires_at = expires_at + ${ms} * interval '1 millisecond'`.execute(world.db);

async function agreeVisit({ poster, worker }: { poster: TestUser; worker: TestUser }) {
  const tomorrow = toIstDate(new Date(world.clock.now().getTime() + DAY_MS));
  const midnightMs = Date.parse(`${tomorrow}T00:00:00Z`) - IST_OFFSET_MS;
  await extendSessions(2 * DAY_MS);
  world.clock.advance(midnightMs + TEN_MS - world.clock.now().getTime());
  const contract = await awardVisit(world, { poster, worker });
  for (const position of [1, 2]) await fund(world, poster, getMilestoneAt(contract, position));
  await world.drain();
  return { jobId: contract.jobId, milestoneId: getMilestoneAt(contract, 1).milestoneId, midnightMs };
}

async function findDemoPlaces(): Promise<Demo['places']> {
  const getJob = (title: string | undefined) =>
    world.db
      .selectFrom('job')
      .select(['id', 'poster_id'])
      .where('title', '=', title ?? '')
      .executeTakeFirstOrThrow();
  const posted = await getJob(demoJobs.find(({ poster }) => poster === demoContracts[0].job.poster)?.title);
  const { id: contractJob } = await getJob(demoContracts[0].job.title);
  return { postedJob: posted.id, contractJob, meera: posted.poster_id };
}

async function makeJob(poster: TestUser, worker: TestUser, job: JobOptions) {
  const rupees = String(job.rows.reduce((sum, [, amount]) => sum + Number(amount), 0));
  const tomorrow = toIstDate(new Date(world.clock.now().getTime() + DAY_MS));
  const bid = {
    rupees,
    term: job.term ?? ('milestone' as const),
    rows: job.rows,
    ...(job.visit && { visit: { date: tomorrow, window: '10:00-12:00', fee: '250' } }),
  };
  if (job.open) {
    const posted = await post(world, poster);
    const { id } = await quote(worker, posted.id, bid);
    return { jobId: posted.id, quoteId: id };
  }
  const contract = await award(world, { poster, worker }, bid);
  for (const position of job.fund ?? []) await fund(world, poster, getMilestoneAt(contract, position));
  for (const position of job.accept ?? []) {
    const at = getMilestoneAt(contract, position);
    for (const step of ['started', 'completed'] as const) await sendWorkStep(worker, at, step);
    await sendFundStep(poster, at, 'accepted');
  }
  for (const position of job.request ?? [])
    for (const step of ['started', 'completed', 'payment_requested'] as const)
      await sendWorkStep(worker, getMilestoneAt(contract, position), step);
  for (const position of job.start ?? [])
    await sendWorkStep(worker, getMilestoneAt(contract, position), 'started');
  return { jobId: contract.jobId, quoteId: 0 };
}

async function reply({ id, ask }: ProductRequest): Promise<void> {
  const value = await answer(ask);
  process.send?.({ id, value } satisfies Answer);
  if (ask.do === 'close') process.disconnect();
}

process.on('message', (request: ProductRequest) => void reply(request));
process.send?.({ id: 0, value: { url: world.url, sandboxUrl: world.sandboxUrl } } satisfies Answer);
