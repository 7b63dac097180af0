import { connect, shareJob } from '@fws/contract/connections/calls';
import { awardedJob, cancelJob, moveWork, proposeSplit, requestChange } from '@fws/contract/contracts/calls';
import { leaveRating } from '@fws/contract/reviews/calls';
import { conversationSend } from '@fws/contract/conversations/calls';
import { addIssueDocument, commentIssue, raiseIssue, withdrawIssue } from '@fws/contract/disputes/calls';
import { postJob } from '@fws/contract/jobs/calls';
import type { Job } from '@fws/contract/jobs/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { acceptQuote, submitQuote } from '@fws/contract/quotes/calls';
import { propose } from '../change-orders.ts';
import { upload } from '../files/photos.ts';
import { fund, getMilestoneAt, openOrder, payOut, sendWorkStep, type MilestoneAt } from '../story.ts';
import type { Owners, Scene } from './scene.ts';

// Jobs of the poster and the worker, from open to paid.

/** The idempotency key with which the poster accepted a quote. */
export const IDEMPOTENCY_KEY = 'key-of-the-poster';
const DAY_MS = 24 * 3600_000;

async function post(
  owners: Owners,
  title: string,
  extra: { description?: string; attachment: File },
): Promise<Job> {
  const { poster, world } = owners;
  const getDateAfter = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
  const job = {
    title,
    categoryId: '1',
    description: extra.description ?? 'Two rooms and a kitchen',
    location: 'Kothrud, Pune',
    latitude: '18.5074',
    longitude: '73.8077',
    skills: ['Painting'],
    takeWorkOn: getDateAfter(2),
    closesOn: getDateAfter(20),
    budgetKind: 'fixed' as const,
    amountText: '15000',
    amountFromText: '',
    amountToText: '',
    paymentTerm: 'terms' as const,
    photoIds: [(await upload(poster)).id],
  };
  return poster.done(postJob, job, { files: { attachment: extra.attachment } });
}

async function quote(
  { worker, createSecret, createPdf }: Owners,
  jobId: number,
  label: string,
): Promise<string> {
  const offer = {
    jobId: String(jobId),
    bidText: '7771',
    term: 'terms' as const,
    milestoneNames: [],
    milestoneAmountTexts: [],
    workScope: createSecret(`${label}Scope`),
    photoIds: [(await upload(worker)).id],
  };
  const { id } = await worker.done(submitQuote, offer, {
    files: { proposal: createPdf(`${label}Proposal`) },
  });
  return String(id);
}

/** An open job with a quote, shared with the worker. Everybody may see the job, but only both parties the quote. */
export async function makeOpenJob(owners: Owners): Promise<{ job: Job; scene: Scene }> {
  const { world, poster, worker } = owners;
  const attachment = new File(
    ['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'],
    'flat.pdf',
  );
  const job = await post(owners, 'Paint an open flat', { attachment });
  const ids = { job: String(job.id), quote: await quote(owners, job.id, 'Open'), user: String(worker.id) };
  await poster.done(connect, { userId: ids.user });
  await poster.done(shareJob, { jobId: ids.job, friendId: ids.user });
  const share = await world.db.selectFrom('shared_job').select('id').executeTakeFirstOrThrow();
  return {
    job,
    scene: { name: 'an open job', ids: { ...ids, share: String(share.id) }, owners: [poster, worker] },
  };
}

interface StartedJob {
  at: MilestoneAt;
  second: MilestoneAt;
  ids: Scene['ids'];
}

/** An awarded job whose first milestone is funded and started. */
async function begin(owners: Owners, label: string, key = label): Promise<StartedJob> {
  const { world, poster, worker, createSecret, hide, createPdf } = owners;
  const job = await post(owners, createSecret(`${label}Title`), {
    description: createSecret(`${label}Description`),
    attachment: createPdf(`${label}Attachment`),
  });
  const jobId = String(job.id);
  const quoteId = await quote(owners, job.id, label);
  await poster.done(acceptQuote, { quoteId }, { headers: { 'idempotency-key': key } });
  const contract = await poster.done(awardedJob, { jobId });
  const at = getMilestoneAt(contract);
  const order = await fund(world, poster, at);
  hide(order);
  await sendWorkStep(worker, at, 'started');
  const ids = {
    job: jobId,
    quote: quoteId,
    milestone: String(at.milestoneId),
    order,
    user: String(worker.id),
  };
  return { at, second: getMilestoneAt(contract, 2), ids };
}

async function raise(owners: Owners, at: MilestoneAt, label: string, document?: File): Promise<string> {
  const details = owners.createSecret(`${label}Details`);
  const issue = await owners.poster.done(
    raiseIssue,
    { jobId: String(at.jobId), issue: 'not_completed', details },
    document ? { files: { document } } : {},
  );
  return String(issue.id);
}

/** One of each side; the first has a photo and a file. */
async function writeMessages(
  { poster, worker, createSecret, createPdf }: Owners,
  jobId: number,
): Promise<void> {
  const message = {
    jobId: String(jobId),
    userId: String(poster.id),
    text: createSecret('MessageText'),
    photoIds: [(await upload(worker)).id],
    clientId: 'client-of-the-worker',
  };
  await worker.done(conversationSend, message, { files: { file: createPdf('Message') } });
  await poster.done(conversationSend, {
    jobId: message.jobId,
    userId: String(worker.id),
    text: createSecret('Reply'),
    clientId: 'client-of-the-poster',
  });
}

/** An awarded job with messages, a closed issue, a requested change and an unpaid order. */
export async function makeAwardedJob(owners: Owners): Promise<Scene[]> {
  const { world, poster, worker, createSecret, hide } = owners;
  const { at, second, ids } = await begin(owners, 'Awarded', IDEMPOTENCY_KEY);
  const issue = await raise(owners, at, 'Closed');
  await poster.done(withdrawIssue, { issueId: issue });
  const photo = await upload(worker);
  await worker.done(moveWork, {
    jobId: String(at.jobId),
    milestoneId: String(at.milestoneId),
    step: 'completed',
    note: createSecret('CompletionNote'),
    photoIds: [photo.id],
  });
  await writeMessages(owners, at.jobId);
  const comment = createSecret('ChangeComment');
  await poster.done(requestChange, {
    jobId: String(at.jobId),
    milestoneId: String(at.milestoneId),
    comment,
  });
  const { id: change } = await propose(poster, at, {
    rows: [[null, createSecret('AddedMilestone'), '100']],
    note: createSecret('ChangeNote'),
  });
  const order = await openOrder(poster, second);
  hide(order);
  await world.drain();
  const parties = [poster, worker];
  return [
    { name: 'an awarded job', ids: { ...ids, issue, change: String(change) }, owners: parties },
    {
      name: 'a milestone that is being paid',
      ids: { ...ids, milestone: String(second.milestoneId), order },
      owners: parties,
    },
  ];
}

export async function makeDisputedJob(owners: Owners): Promise<Scene> {
  const { poster, worker, createSecret, createPdf } = owners;
  const { at, ids } = await begin(owners, 'Disputed');
  const issue = await raise(owners, at, 'Disputed', createPdf('Evidence'));
  await worker.done(commentIssue, { issueId: issue, text: createSecret('IssueComment') });
  await writeMessages(owners, at.jobId);
  await worker.done(
    addIssueDocument,
    { issueId: issue },
    { files: { document: createPdf('CounterEvidence') } },
  );
  return { name: 'a disputed job', ids: { ...ids, issue }, owners: [poster, worker] };
}

/** A cancelled job whose started milestone has a proposed split. */
export async function makeEndingJob(owners: Owners): Promise<Scene> {
  const { poster, worker, createSecret } = owners;
  const { at, ids } = await begin(owners, 'Ending');
  const comment = createSecret('CancelComment');
  await poster.done(cancelJob, { jobId: String(at.jobId), comment, refundText: '' });
  const { milestones } = await poster.done(proposeSplit, {
    milestoneId: String(at.milestoneId),
    workerText: '400',
    comment: createSecret('SplitComment'),
    version: '0',
  });
  const split = String(milestones[0]?.split?.id);
  return { name: 'a job that is ending', ids: { ...ids, split }, owners: [poster, worker] };
}

/** A job with released money, an invoice and a rating. */
export async function makePaidJob(owners: Owners): Promise<Scene> {
  const { poster, worker } = owners;
  const { at, ids } = await begin(owners, 'Paid');
  await payOut({ poster, worker }, at);
  await poster.done(leaveRating, {
    aboutId: String(worker.id),
    jobId: String(at.jobId),
    points: '5',
    // The form says that everyone can read it.
    comment: 'Neat work',
  });
  return { name: 'a job that was paid for', ids, owners: [poster, worker] };
}
