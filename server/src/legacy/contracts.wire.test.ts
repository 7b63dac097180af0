import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeSignatures } from '../../test/files/addresses.ts';
import { readJobNumber } from '../../test/rows.ts';
import {
  award,
  fund,
  getMilestoneAt,
  openOrder,
  sendFundStep,
  sendWorkStep,
  type MilestoneAt,
} from '../../test/story.ts';
import type { TestUser } from '../../test/user.ts';
import { buildCancelPart, buildWaitingCancellation } from '../../test/whole-cancellation.ts';
import { buildDetailFields, buildWholeJob } from '../../test/whole-job.ts';
import { startWorld, type World } from '../../test/world.ts';

// Whole replies with an awarded job, as its two sides get them from clients of the specification.

let world: World;
let meera: TestUser;
let asha: TestUser;
/** Of the first of two milestones, which is accepted. */
let cut: MilestoneAt;
let fitId: number;
let orderId: string;
let jobId: string;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  meera = await world.user({ firstName: 'Meera', lastName: 'Joshi', skills: ['Accounts'] });
  asha = await world.user({
    firstName: 'Asha',
    lastName: 'Rao',
    skills: ['Tiling', 'Masonry'],
    identity: 'verified',
  });
  const people = { poster: meera, worker: asha };
  const contract = await award(world, people, {
    rupees: '10000',
    term: 'milestone',
    rows: [
      ['Cut', '3000'],
      ['Fit', '7000'],
    ],
  });
  cut = getMilestoneAt(contract);
  await fund(world, meera, cut);
  await sendWorkStep(asha, cut, 'started');
  await sendWorkStep(asha, cut, 'completed');
  await sendFundStep(meera, cut, 'accepted');
  const fit = getMilestoneAt(contract, 2);
  fitId = fit.milestoneId;
  orderId = await openOrder(meera, fit);
  jobId = String(cut.jobId);
});
afterAll(() => world.close());

const buildPeople = () => ({
  poster: {
    user_id: meera.id,
    user_name: 'Meera Joshi',
    profile_image: '',
    skills: 'Accounts',
    user_rating: null,
    projects_completed: 0,
    is_kyc_updated: 0,
    mobile_number: meera.mobile,
  },
  worker: {
    user_id: asha.id,
    user_name: 'Asha Rao',
    profile_image: '',
    skills: 'Tiling,Masonry',
    user_rating: null,
    projects_completed: 0,
    is_kyc_updated: 1,
    mobile_number: asha.mobile,
  },
});

/** A milestone that is paid for and waits for nobody. */
const buildMilestone = (id: number, position: number, name: string, amount: string) => ({
  id,
  position,
  name,
  milestone_descriction: name,
  amount,
  milestone_comment: '',
  on_hold: false,
  in_bank: '0',
  changed_at: world.clock.format(),
  completions: [] as object[],
  releases_at: null,
  can_ask_change: null,
  split: null,
  division: null,
  changes_left: 2,
  order_id: null,
  receipts: [] as object[],
  next_allowed: true,
  next_reason: null,
  waiting_for: null,
});

/** The work was done once, with neither a note nor photos. */
const buildCompletions = () => [
  { round: 1, completion_note: '', created_at: world.clock.format(), photos: [] },
];

/** The receipt of the payment for a milestone: its number is that of the entry in the books. */
async function buildReceipts({ milestoneId }: MilestoneAt) {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ledger.txn WHERE milestone_id = ${milestoneId}`.execute(world.db);
  expect(rows).toHaveLength(1);
  const number = `FWR-${String(rows[0]?.id).padStart(6, '0')}`;
  return [{ receipt_number: number, kind: 'paid', pdf: `/api/receipts/${rows[0]?.id}/${number}.pdf` }];
}

async function buildAwardedJob(at: MilestoneAt) {
  const job = { id: at.jobId, number: await readJobNumber(world, at.jobId) };
  return {
    ...buildWholeJob(world, meera, job),
    total_quotes_received: 1,
    total_quote_count: 1,
    job_status: 'in_progress',
    awarded_to_user_id: asha.id,
    job_awarded_to: 'Asha Rao',
    awarded_date: world.clock.format(),
    contact_flag: 1,
    employee_mobile: asha.mobile,
    ...buildPeople(),
  };
}

async function buildForPoster() {
  return {
    ...(await buildAwardedJob(cut)),
    can_quote: { allowed: false, reason: 'jobs.own_job' },
    bid_amount: '10000',
    job_bid_type: 'By Milestone',
    side: 'poster',
    payment_milestone: [
      {
        ...buildMilestone(cut.milestoneId, 1, 'Cut', '3000'),
        completions: buildCompletions(),
        receipts: await buildReceipts(cut),
        status: 'Release Fund',
        fund_state: 'accepted',
        work_state: 'completed',
        can_ask_change: { allowed: false, reason: 'contracts.work_was_accepted' },
        next_status: 'Payment Funded',
      },
      {
        ...buildMilestone(fitId, 2, 'Fit', '7000'),
        status: 'Escrow',
        fund_state: 'funding_pending',
        work_state: 'not_started',
        order_id: orderId,
        next_status: 'Completed',
      },
    ],
  };
}

async function buildForWorker() {
  const { id: quoteId } = await world.db
    .selectFrom('quote')
    .select('id')
    .where('job_id', '=', cut.jobId)
    .executeTakeFirstOrThrow();
  return {
    ...(await buildForPoster()),
    my_quote_id: quoteId,
    can_quote: { allowed: false, reason: 'jobs.already_quoted' },
    side: 'worker',
    payment_milestone: [
      {
        ...buildMilestone(cut.milestoneId, 1, 'Cut', '3000'),
        completions: buildCompletions(),
        status: 'Request To Pay',
        fund_state: 'accepted',
        work_state: 'completed',
        next_status: 'Payment Requested',
      },
      {
        ...buildMilestone(fitId, 2, 'Fit', '7000'),
        status: 'Start',
        fund_state: 'funding_pending',
        work_state: 'not_started',
        next_status: null,
        next_allowed: false,
        waiting_for: 'contracts.waiting_for_funding',
      },
    ],
  };
}

/** What only one contract has, beside the fields of a list. */
const details = () => ({
  refund_charge_bps: 200,
  finish_by: null,
  plan_version: 1,
  can_propose_change: { allowed: true, reason: null },
  open_change: null,
  can_cancel: { allowed: true, reason: null },
  cancel_preview: {
    milestones: [
      buildCancelPart(cut.milestoneId, 1, 'released', '3000', { release_amount: '3000' }),
      buildCancelPart(fitId, 2, 'closed', '7000'),
    ],
    refund_amount: '0',
    charge_amount: '0',
    release_amount: '3000',
    released_amount: '0',
    waiting_amount: '0',
    goes_to_fws: false,
  },
  cancelled_by: null,
  cancel_foreseen: null,
  my_rating: null,
  can_rate: { allowed: false, reason: 'contracts.rate_after_release' },
});

test('answers an awarded job with every field, to both sides', async () => {
  const byPoster = await meera.post('awarded_job', { job_id: jobId });
  const byWorker = await asha.post('awarded_job', { job_id: jobId });
  expect(removeSignatures(byPoster.data)).toEqual([{ ...(await buildForPoster()), ...details() }]);
  expect(removeSignatures(byWorker.data)).toEqual([{ ...(await buildForWorker()), ...details() }]);
});

test('answers a step of the work with the whole contract', async () => {
  const { data } = await asha.post('employee_mark_as_completed', {
    job_id: jobId,
    milestone: String(cut.milestoneId),
    milestone_status: 'Request To Pay',
  });
  expect(removeSignatures(data)).toEqual([{ ...(await buildForWorker()), ...details() }]);
});

test('lists awarded jobs with every field, and their details have the award too', async () => {
  const sums = { milestone_count: 2, released_count: 0, held_amount: '3000', released_amount: '0' };
  const forPoster = await buildForPoster();
  const forWorker = await buildForWorker();
  const awarded = await meera.post('awarded_projects', { limit: '1' });
  expect([removeSignatures(awarded.data), awarded['next_cursor']]).toEqual([
    [{ ...forPoster, ...sums }],
    null,
  ]);
  const own = await asha.post('explore_my_jobs', { job_type: '2', filter: 'All', limit: '1' });
  expect([removeSignatures(own.data), own['next_cursor']]).toEqual([[{ ...forWorker, ...sums }], null]);
  const { side: _, poster, worker, ...job } = forPoster;
  const { data: detail } = await meera.post('job_detail', { job_id: jobId });
  const detailFields = buildDetailFields(world, { name: 'Meera J.', awarded: 1 });
  expect(removeSignatures(detail)).toEqual([{ ...job, ...detailFields }]);
  expect([poster, worker]).toEqual(Object.values(buildPeople()));
});

test('answers a request for a change with the whole contract', async () => {
  const job = await startJob();
  await sendWorkStep(asha, job, 'completed');
  const { data } = await meera.post('request_change', {
    job_id: String(job.jobId),
    milestone: String(job.milestoneId),
    milestone_comment: 'Sand it again',
  });
  expect(removeSignatures(data)).toEqual([
    {
      ...(await buildAwardedJob(job)),
      can_quote: { allowed: false, reason: 'jobs.own_job' },
      bid_amount: '9600',
      job_bid_type: 'By Completion',
      side: 'poster',
      payment_milestone: [
        {
          ...buildMilestone(job.milestoneId, 1, 'On completion', '9600'),
          completions: buildCompletions(),
          receipts: await buildReceipts(job),
          milestone_comment: 'Sand it again',
          changes_left: 1,
          status: 'Completed',
          fund_state: 'funded',
          work_state: 'started',
          next_status: null,
          next_allowed: false,
          waiting_for: 'contracts.waiting_for_worker',
        },
      ],
      ...details(),
      cancel_preview: buildWaitingCancellation(job.milestoneId, '9600'),
    },
  ]);
});

let started: MilestoneAt | undefined;

/** A job whose only milestone is paid for and begun. */
async function startJob(): Promise<MilestoneAt> {
  if (started) return started;
  const people = { poster: meera, worker: asha };
  const at = getMilestoneAt(await award(world, people, { rupees: '9600', term: 'completion' }));
  await fund(world, meera, at);
  await sendWorkStep(asha, at, 'started');
  started = at;
  return at;
}
