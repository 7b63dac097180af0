import { sql } from 'kysely';
import { toIstDate } from '@fws/contract/platform/dates';
import { insertConnection, insertShare } from '../../server/src/domains/connections/index.ts';
import { hashPassword } from '../../server/src/domains/identity/index.ts';
import { transitionJobs } from '../../server/src/domains/jobs/index.ts';
import { callPost, paymentVerified, release, type Posting } from '../../server/src/domains/ledger/index.ts';
import { recordReleases } from '../../server/src/domains/rests/index.ts';
import { createDb, createPool, inTx, type Tx } from '../../server/src/platform/db/index.ts';
import { enqueue } from '../../server/src/platform/queue/index.ts';
import { BY_SYSTEM } from '../../server/src/platform/transition.ts';
import { insertInvitations } from './invitations.ts';
import { insertIssues } from './issues.ts';
import { insertNegotiations } from './negotiations.ts';
import { demoJobs, type DemoJob } from './jobs.ts';
import { demoContracts, type DemoContract, type DemoMilestone } from './contracts.ts';
import { demoFinished, endJobs } from './finished.ts';
import { insertWorkerProfile } from './profiles.ts';
import { demoContest, demoRecord, insertContest } from './records.ts';
import { demoVisits, insertVisits } from './visits.ts';
import { subtractHours, HOUR_MS, getRequired } from './tools.ts';
import { DEMO_PASSWORD, demoFriends, demoPeople, demoShare } from './people.ts';

const toDateAfter = (now: Date, days: number) => toIstDate(new Date(now.getTime() + days * 24 * HOUR_MS));

export interface DemoLogin {
  name: string;
  identifier: string;
  password: string;
}

/** Loads people, jobs and contracts for a demo into an empty database. A second run changes nothing. */
export async function loadDemo(options: {
  databaseUrl: string;
  dataDir: string;
  log: (line: string) => void;
}): Promise<{ logins: DemoLogin[] }> {
  if (process.env['NODE_ENV'] === 'production') throw new Error('demo data is for development only');
  const db = createDb(createPool(options.databaseUrl, { max: 1 }));
  try {
    await inTx(db, async (tx) => {
      const first = demoPeople[0]?.email ?? '';
      const loaded = await tx
        .selectFrom('user_account')
        .select('id')
        .where('email', '=', first)
        .executeTakeFirst();
      if (loaded) return;
      const now = new Date();
      const finished = [...demoFinished, ...demoRecord];
      const people = await insertPeople(tx, now);
      const categories = new Map(
        (await tx.selectFrom('category').select(['id', 'name']).execute()).map((c) => [c.name, c.id]),
      );
      await insertWorkerProfile(tx, getRequired(people, 'imran'), categories, now);
      const jobs = new Map<string, number>();
      for (const job of demoJobs) jobs.set(job.title, await insertJob(tx, job, people, categories, now));
      await insertFriends(tx, people, jobs, now);
      for (const contract of demoContracts)
        jobs.set(contract.job.title, await insertContract(tx, contract, people, categories, now));
      for (const { contract } of [...demoVisits, ...finished, demoContest])
        jobs.set(contract.job.title, await insertContract(tx, contract, people, categories, now));
      await endJobs(tx, { finished, jobs, now });
      await insertContest(tx, { people, jobs, now });
      await insertVisits(tx, { jobs, now, dataDir: options.dataDir });
      await insertInvitations(tx, { people, jobs, now });
      await insertNegotiations(tx, { people, jobs, now });
      await insertIssues(tx, people, jobs, now);
      await insertPriceHint(tx, getRequired(categories, 'Carpentry'), now);
      // The product counts them, finds the places of the jobs and indexes the jobs.
      await tx
        .insertInto('poster_record')
        .columns(['poster_id'])
        .expression((query) => query.selectFrom('job').select('poster_id').distinct())
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await enqueue(tx, 'complete_public_jobs', {});
      await enqueue(tx, 'rebuild_search', { after: 0 });
      options.log(`${jobs.size} jobs, ${demoPeople.length} people`);
    });
  } finally {
    await db.destroy();
  }
  const logins = demoPeople
    .filter((person) => person.login)
    .map(({ firstName, lastName, email }) => ({
      name: `${firstName} ${lastName}`,
      identifier: email,
      password: DEMO_PASSWORD,
    }));
  return { logins };
}

/** A price needs quotes of ten people, whom the demo does not have. */
async function insertPriceHint(tx: Tx, categoryId: number, now: Date): Promise<void> {
  await tx
    .insertInto('price_hint')
    .values({
      city: 'pune',
      category_id: categoryId,
      low_paise: 40_000_00,
      middle_paise: 50_000_00,
      high_paise: 60_000_00,
      quotes_from: 20,
      counted_until: subtractHours(now, 24),
    })
    .execute();
}

async function insertPeople(tx: Tx, now: Date): Promise<Map<string, number>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const rows = await tx
    .insertInto('user_account')
    .values(
      demoPeople.map((person) => ({
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        mobile: person.mobile,
        email_verified_at: now,
        mobile_verified_at: now,
        password_hash: person.login ? passwordHash : null,
        register_for: 'individual' as const,
        looking_for: ['projects', 'services'] as ('projects' | 'services')[],
        location: person.location,
        skills: person.skills,
        identity_state: person.verified ? ('verified' as const) : ('none' as const),
        identity_name: person.verified ? `${person.firstName} ${person.lastName}` : '',
        completed_projects: person.completedProjects,
        suspended_at: null,
      })),
    )
    .returning(['id', 'email'])
    .execute();
  const byEmail = new Map(rows.map((row) => [row.email, row.id]));
  return new Map(demoPeople.map((person) => [person.key, getRequired(byEmail, person.email)]));
}

async function insertJob(
  tx: Tx,
  job: DemoJob,
  people: Map<string, number>,
  categories: Map<string, number>,
  now: Date,
): Promise<number> {
  const [from, to = from] = job.budgetRupees;
  const { id } = await tx
    .insertInto('job')
    .values({
      poster_id: getRequired(people, job.poster),
      category_id: getRequired(categories, job.category),
      title: job.title,
      description: job.description,
      location: job.location,
      latitude: job.position[0],
      longitude: job.position[1],
      skills: job.skills,
      take_work_on: toDateAfter(now, job.startsInDays),
      closes_on: toDateAfter(now, job.closesInDays),
      payment_term: job.term,
      budget_kind: from === to ? 'fixed' : 'range',
      budget_from_paise: from * 100,
      budget_to_paise: to * 100,
      verified_at: job.verified ? now : null,
      attachment_id: null,
      posted_at: subtractHours(now, job.postedHoursAgo),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts connections between people and a job that one shared with another. */
async function insertFriends(
  tx: Tx,
  people: Map<string, number>,
  jobs: Map<string, number>,
  now: Date,
): Promise<void> {
  for (const pair of demoFriends)
    await insertConnection(
      tx,
      getRequired(people, pair[0]),
      getRequired(people, pair[1]),
      subtractHours(now, 50),
    );
  await insertShare(tx, {
    jobId: getRequired(jobs, demoShare.job),
    fromId: getRequired(people, demoShare.from),
    toId: getRequired(people, demoShare.to),
    now: subtractHours(now, 3),
  });
}

async function insertContract(
  tx: Tx,
  { job, worker, workScope, milestones, awardedHoursAgo }: DemoContract,
  people: Map<string, number>,
  categories: Map<string, number>,
  now: Date,
): Promise<number> {
  const jobId = await insertJob(tx, job, people, categories, now);
  const [posterId, workerId] = [getRequired(people, job.poster), getRequired(people, worker)];
  const awardedAt = subtractHours(now, awardedHoursAgo);
  const totalPaise = milestones.reduce((sum, milestone) => sum + milestone.rupees * 100, 0);
  const { id: quoteId } = await tx
    .insertInto('quote')
    .values({
      job_id: jobId,
      worker_id: workerId,
      bid_paise: totalPaise,
      term: 'milestone',
      parts: JSON.stringify(milestones.map(({ name, rupees }) => ({ name, amountPaise: rupees * 100 }))),
      work_scope: workScope,
      proposal_id: null,
      state: 'accepted',
      created_at: subtractHours(now, awardedHoursAgo + 20),
      decided_at: awardedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const openJob = { id: jobId, state: 'open' as const };
  const [awardedJob = openJob] = await transitionJobs(tx, [openJob], 'award', {
    by: { role: 'poster', userId: posterId },
    at: awardedAt,
    change: { quotes_received: 1 },
  });
  await transitionJobs(tx, [awardedJob], 'begin', { by: BY_SYSTEM, at: awardedAt });
  await tx
    .insertInto('contract')
    .values({
      job_id: jobId,
      quote_id: quoteId,
      poster_id: posterId,
      worker_id: workerId,
      total_paise: totalPaise,
      term: 'milestone',
      awarded_at: awardedAt,
      completed_at: null,
    })
    .execute();
  for (const [index, milestone] of milestones.entries())
    await insertMilestone(tx, { ...milestone, position: index + 1, jobId, posterId, workerId, now });
  return jobId;
}

/** Inserts a milestone with the order, the payment and the postings that its state implies. */
async function insertMilestone(
  tx: Tx,
  milestone: DemoMilestone & {
    position: number;
    jobId: number;
    posterId: number;
    workerId: number;
    now: Date;
  },
): Promise<void> {
  const { jobId, posterId, workerId } = milestone;
  const amountPaise = milestone.rupees * 100;
  const at = subtractHours(milestone.now, milestone.changedHoursAgo);
  const funded = milestone.fund !== 'unfunded';
  const { id: milestoneId } = await tx
    .insertInto('milestone')
    .values({
      job_id: jobId,
      position: milestone.position,
      name: milestone.name,
      amount_paise: amountPaise,
      kind: milestone.kind ?? 'work',
      fund_state: milestone.fund,
      work_state: milestone.work,
      funded_at: funded ? at : null,
      released_at: milestone.fund === 'released' ? at : null,
      payment_requested_at: milestone.work === 'payment_requested' ? at : null,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!funded) return;

  const orderId = `demo-order-${milestoneId}`;
  const paymentId = `demo-payment-${milestoneId}`;
  await tx
    .insertInto('escrow_order')
    .values({
      id: orderId,
      milestone_id: milestoneId,
      poster_id: posterId,
      amount_paise: amountPaise,
      state: 'applied',
      provider: 'demo',
      session_id: null,
      attempt_status: 'SUCCESS',
      attempt_reason: null,
      expires_at: at,
      checked_at: at,
      created_at: at,
    })
    .execute();
  await tx
    .insertInto('payment')
    .values({
      provider: 'demo',
      payment_id: paymentId,
      order_id: orderId,
      amount_paise: amountPaise,
      applied: true,
      method: 'upi',
      bank_reference: null,
      received_at: at,
    })
    .execute();
  await postState(
    tx,
    paymentVerified({ provider: 'demo', paymentId, orderId, milestoneId, jobId, amountPaise, at }),
  );
  if (milestone.fund !== 'released') return;
  const posting = release({ milestoneId, jobId, workerId, amountPaise, at });
  await recordReleases(tx, {
    postingKey: posting.key,
    jobId,
    payerId: posterId,
    workerId,
    parts: [{ milestoneId, amountPaise }],
    at,
  });
  await postState(tx, posting);
  await enqueue(tx, 'make_invoice', { milestoneId });
}

/** Not by `post()`, which requires the event of a lifecycle: the demo inserts its rows in their last states. */
async function postState(tx: Tx, posting: Posting): Promise<void> {
  await sql`SELECT FROM ${callPost(posting)}`.execute(tx);
}
