import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The poster's awarded jobs. */
export const awardedProjects = call({
  name: 'awarded_projects',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: pageSchema(schema('contractSummary')),
  done: 'common.ok',
});
/** The worker's jobs. */
export const exploreMyJobs = call({
  name: 'explore_my_jobs',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('myJobs'),
  reply: pageSchema(schema('contractSummary')),
  done: 'common.ok',
});
/** One awarded job with its milestones, for either side. */
export const awardedJob = call({
  name: 'awarded_job',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('jobId'),
  reply: schema('contract'),
  done: 'common.ok',
});

/** The poster's steps: pay into escrow, accept the work, release. */
export const moveFund = call({
  name: 'mark_as_completed_new',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('moveFund'),
  reply: schema('fundMoved'),
  done: 'contracts.moved',
  money: true,
});
/** The worker's steps: start, completed, ask for payment. */
export const moveWork = call({
  name: 'employee_mark_as_completed',
  access: 'user',
  reads: false,
  form: schema('moveWork'),
  reply: schema('contract'),
  done: 'contracts.moved',
});

/** What can be paid at once. Each part of a quote must be within it. */
export const paymentLimits = call({
  name: 'payment_limits',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('paymentLimits'),
  done: 'common.ok',
});

/** Reads our own record of the order, never the provider. */
export const escrowPaymentStatus = call({
  name: 'escrow_payment_status',
  access: 'user',
  reads: true,
  // An answer from before would be wrong.
  kept: false,
  form: schema('orderId'),
  reply: schema('escrowStatus'),
  done: 'contracts.payment_status',
});

/** Receipts of the poster's payments, releases and refunds, newest first. */
export const paymentReceipts = call({
  name: 'payment_receipts',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('page'),
  reply: pageSchema(schema('receipt')),
  done: 'common.ok',
});

/** How long the release of a milestone would rest today, for both sides. */
export const milestoneRest = call({
  name: 'milestone_rest',
  access: 'user',
  reads: true,
  // An answer from before would be wrong.
  kept: false,
  form: schema('milestoneOfJob'),
  reply: schema('restEstimate'),
  done: 'common.ok',
});
/** The same for the first part of a quote, before it is accepted. */
export const quoteRest = call({
  name: 'quote_rest',
  access: 'user',
  reads: true,
  // An answer from before would be wrong.
  kept: false,
  form: schema('quoteId'),
  reply: schema('restEstimate'),
  done: 'common.ok',
});

/** The poster returns the work to the worker with a comment on what to change. */
export const requestChange = call({
  name: 'request_change',
  access: 'user',
  reads: false,
  form: schema('requestChange'),
  reply: schema('contract'),
  done: 'contracts.change_requested',
});

/**
 * The poster cancels an open job, or either side an awarded one, milestone by milestone: done work counts. The reply says
 * what happened to each milestone and what waits. Refused only if nothing could be ended.
 */
export const cancelJob = call({
  name: 'cancel_job',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('cancelJob'),
  reply: schema('jobCancelled'),
  done: 'contracts.job_cancelled',
  money: true,
});

/** One side says what the started work of a milestone is worth, in a job that was cancelled. */
export const proposeSplit = call({
  name: 'propose_split',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('proposeSplit'),
  reply: schema('contract'),
  done: 'contracts.split_proposed',
  money: true,
});
/** The other side agrees, names another sum, or refuses, which opens a dispute of that milestone. */
export const answerSplit = call({
  name: 'answer_split',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('answerSplit'),
  reply: schema('contract'),
  done: 'contracts.moved',
  money: true,
});

/**
 * One side of a running job proposes another plan: new, changed or removed milestones for which nobody has paid, or
 * another day.
 */
export const proposeChange = call({
  name: 'propose_change',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('proposeChange'),
  reply: schema('changeOrder'),
  done: 'contracts.change_proposed',
  money: true,
});
/** The other side agrees, which changes the plan, or names another change or refuses; or the first withdraws it. */
export const answerChange = call({
  name: 'answer_change',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('answerChange'),
  reply: schema('changeOrder'),
  done: 'contracts.change_answered',
  money: true,
});
/** All changes of a job's plan with their proposals, newest first, for either side. */
export const changeList = call({
  name: 'change_list',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('changesOfJob'),
  reply: pageSchema(schema('changeOrder')),
  done: 'common.ok',
});
