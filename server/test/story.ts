import { sql } from 'kysely';
import { moveFund, moveWork, awardedJob } from '@fws/contract/contracts/calls';
import type { FundStep, WorkStep } from '@fws/contract/contracts/model';
import type { Contract, FundMoved, Milestone } from '@fws/contract/contracts/schemas';
import { postJob } from '@fws/contract/jobs/calls';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { JobDetail, PostJobValues } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { acceptQuote, submitQuote } from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { lockJob, transitionJobs } from '../src/domains/jobs/index.ts';
import { inTx } from '../src/platform/db/index.ts';
import type { TestUser, WireAnswer } from './user.ts';
import { waitFor } from './wait.ts';
import type { World } from './world.ts';

/** Steps of the product's main story over the wire, for tests that begin in the middle of it. */

export type AttemptOutcome = 'SUCCESS' | 'FAILED' | 'PENDING' | 'USER_DROPPED';

const addDays = (now: Date, days: number) => toIstDate(new Date(now.getTime() + days * 86_400_000));

export interface JobChanges {
  /** Other values of the form. */
  values?: Partial<PostJobValues>;
  attachment?: File;
}

export function post(
  world: World,
  poster: TestUser,
  { values = {}, attachment }: JobChanges = {},
): Promise<JobDetail> {
  const form = buildJobForm(world.clock.now(), values);
  return poster.done(postJob, form, attachment ? { files: { attachment } } : {});
}

export const buildJobForm = (now: Date, values: Partial<PostJobValues> = {}): PostJobValues => ({
  title: 'Paint a flat',
  categoryId: '1',
  description: 'Two rooms and a kitchen',
  location: 'Kothrud, Pune',
  latitude: '18.5074',
  longitude: '73.8077',
  skills: ['Painting'],
  takeWorkOn: addDays(now, 2),
  closesOn: addDays(now, 20),
  budgetKind: 'fixed',
  amountText: '15000',
  amountFromText: '',
  amountToText: '',
  paymentTerm: 'terms',
  ...values,
});

/** Awards or cancels a job without what else happens then. */
export const setJobState = (world: World, jobId: number, event: 'award' | 'cancel'): Promise<void> =>
  inTx(world.db, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (!job) throw new Error(`no job ${jobId}`);
    const by = { role: 'poster' as const, userId: job.poster_id };
    await transitionJobs(tx, [job], event, { by, at: world.clock.now() });
  });

export interface Bid {
  rupees?: string;
  term?: PaymentTerm;
  /** For the term By Milestone: name and rupees of each milestone. */
  rows?: readonly (readonly [name: string, rupees: string])[];
  photoIds?: string[];
  workScope?: string;
  /** The work begins with it. */
  visit?: { date: string; window: string; fee: string };
}

export function quote(worker: TestUser, jobId: number, bid: Bid = {}): Promise<Quote> {
  const rows = bid.rows ?? [];
  return worker.done(submitQuote, {
    jobId: String(jobId),
    bidText: bid.rupees ?? '15000',
    term: bid.term ?? 'terms',
    milestoneNames: rows.map(([name]) => name),
    milestoneAmountTexts: rows.map(([, rupees]) => rupees),
    workScope: bid.workScope ?? '',
    ...(bid.photoIds && { photoIds: bid.photoIds }),
    ...(bid.visit && {
      visitDate: bid.visit.date,
      visitWindow: bid.visit.window,
      visitFeeText: bid.visit.fee,
    }),
  });
}

/** Posts a job, quotes on it and accepts. Returns the contract as its poster sees it. */
export async function award(
  world: World,
  { poster, worker }: { poster: TestUser; worker: TestUser },
  bid: Bid = {},
): Promise<Contract> {
  const job = await post(world, poster);
  const { id } = await quote(worker, job.id, bid);
  await poster.done(acceptQuote, { quoteId: String(id), jobId: String(job.id) });
  return poster.done(awardedJob, { jobId: String(job.id) });
}

/** Awards a contract over ₹1,500 whose only milestone is not funded. */
export const awardMilestone = async (
  world: World,
  people: { poster: TestUser; worker: TestUser },
): Promise<MilestoneAt> => getMilestoneAt(await award(world, people, { rupees: '1500', term: 'completion' }));

export interface MilestoneAt {
  jobId: number;
  milestoneId: number;
}

/** The milestone at that position, from 1. */
export function getMilestoneAt(contract: Contract, position = 1): MilestoneAt & { milestone: Milestone } {
  const milestone = contract.milestones[position - 1];
  if (!milestone) throw new Error(`the contract has no milestone ${position}`);
  return { jobId: contract.jobId, milestoneId: milestone.id, milestone };
}

const toIds = (at: MilestoneAt) => ({ jobId: String(at.jobId), milestoneId: String(at.milestoneId) });

export const sendFundStep = (
  poster: TestUser,
  at: MilestoneAt,
  step: FundStep,
  options: { amount?: string; headers?: Record<string, string> } = {},
): Promise<WireAnswer> =>
  poster.call(
    moveFund,
    { ...toIds(at), step, amountText: options.amount ?? '' },
    options.headers ? { headers: options.headers } : {},
  );

export const sendWorkStep = (worker: TestUser, at: MilestoneAt, step: WorkStep): Promise<WireAnswer> =>
  worker.call(moveWork, { ...toIds(at), step });

/** The order that a step to fund opened. */
export const getOpenedOrder = (answer: WireAnswer): string => String((answer.data as FundMoved).orderId);

export async function openOrder(poster: TestUser, at: MilestoneAt): Promise<string> {
  const moved: FundMoved = await poster.done(moveFund, { ...toIds(at), step: 'funded', amountText: '' });
  if (moved.orderId === null) throw new Error('funding opened no order');
  return moved.orderId;
}

/** Does the work of a funded milestone and asks for payment; the release accepts the work, too. */
export async function releaseUnaccepted(
  { poster, worker }: { poster: TestUser; worker: TestUser },
  at: MilestoneAt,
): Promise<void> {
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await sendWorkStep(worker, at, step);
  await poster.done(moveFund, { ...toIds(at), step: 'released', amountText: '', acceptsWork: 'true' });
}

/** Simulates that the payer pressed this button on the provider's page. */
export async function simulatePayment(
  world: World,
  orderId: string,
  outcome: AttemptOutcome,
): Promise<Response> {
  return fetch(`${world.sandboxUrl}/pg/simulate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-version': '2025-01-01',
      'x-client-id': 'sandbox',
      'x-client-secret': 'sandbox',
    },
    body: JSON.stringify({
      entity: 'ORDERS',
      entity_id: orderId,
      entity_simulation: { payment_status: outcome },
    }),
  });
}

export async function readFundState(world: World, { milestoneId }: MilestoneAt): Promise<string> {
  const row = await world.db
    .selectFrom('milestone')
    .select('fund_state')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  return row.fund_state;
}

/** Pays at the provider and waits until the milestone is funded. Returns the order id. */
export async function fund(world: World, poster: TestUser, at: MilestoneAt): Promise<string> {
  const orderId = await openOrder(poster, at);
  await simulatePayment(world, orderId, 'SUCCESS');
  await waitFor('the milestone to be funded', async () => (await readFundState(world, at)) === 'funded');
  return orderId;
}

/** Completes, accepts and releases a funded milestone. */
export async function payOut(people: { poster: TestUser; worker: TestUser }, at: MilestoneAt): Promise<void> {
  const { poster, worker } = people;
  for (const step of ['started', 'completed', 'payment_requested'] as const)
    await requireSuccess(sendWorkStep(worker, at, step));
  for (const step of ['accepted', 'released'] as const) await requireSuccess(sendFundStep(poster, at, step));
}

async function requireSuccess(step: Promise<WireAnswer>): Promise<void> {
  const answer = await step;
  if (answer.status !== 200) throw new Error(`a step answered ${answer.status}: ${answer.message}`);
}

/** Ends the rests of what was released to the user, as time does. */
export async function endRests(world: World, user: TestUser): Promise<void> {
  const now = world.clock.now();
  await world.db
    .updateTable('wallet_release')
    .set({ rest_until: now, created_at: sql<Date>`least(created_at, ${now})` })
    .where('user_id', '=', user.id)
    .where('rest_until', '>', now)
    .execute();
}

/** Credits this amount to the worker's wallet through a contract with the poster, and ends its rest. */
export async function earn(
  world: World,
  people: { poster: TestUser; worker: TestUser },
  rupees: string,
): Promise<Contract> {
  const contract = await award(world, people, { rupees, term: 'completion' });
  const at = getMilestoneAt(contract);
  await fund(world, people.poster, at);
  await payOut(people, at);
  await endRests(world, people.worker);
  return contract;
}
