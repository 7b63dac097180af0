import { raiseInTx } from '../../server/src/domains/disputes/index.ts';
import type { Tx } from '../../server/src/platform/db/index.ts';
import { demoContracts, demoIssues } from './contracts.ts';
import { subtractHours, getRequired } from './tools.ts';

/** Inserts one open issue with an answer, and one that was withdrawn. */
export async function insertIssues(
  tx: Tx,
  people: Map<string, number>,
  jobs: Map<string, number>,
  now: Date,
): Promise<void> {
  const { open, withdrawn } = demoIssues;
  const findParties = (issue: { job: string; raisedBy: string }) => {
    const contract = demoContracts.find(({ job }) => job.title === issue.job);
    const other = contract?.worker === issue.raisedBy ? contract.job.poster : contract?.worker;
    return { raiser: getRequired(people, issue.raisedBy), other: getRequired(people, other ?? '') };
  };

  const { raiser, other } = findParties(open);
  const raised = await raiseInTx(tx, raiser, {
    command: {
      jobId: getRequired(jobs, open.job),
      issue: open.issue,
      details: open.details,
      milestoneIds: null,
    },
    fileId: null,
    now: subtractHours(now, open.raisedHoursAgo),
  });
  if (!raised.ok) throw new Error(`the demo's issue was refused: ${raised.refusal.code}`);
  await tx
    .insertInto('dispute_comment')
    .values({
      dispute_id: raised.value,
      user_id: other,
      body: open.answer,
      added_at: subtractHours(now, open.answeredHoursAgo),
    })
    .execute();

  const [raisedAt, closedAt] = [
    subtractHours(now, withdrawn.raisedHoursAgo),
    subtractHours(now, withdrawn.closedHoursAgo),
  ];
  // Inserted directly in its final state, so that it does not change the deadlines of the job's milestones.
  await tx
    .insertInto('dispute')
    .values({
      job_id: getRequired(jobs, withdrawn.job),
      raised_by: findParties(withdrawn).raiser,
      against: findParties(withdrawn).other,
      issue: withdrawn.issue,
      details: withdrawn.details,
      state: 'closed',
      ending: 'withdrawn',
      raised_at: raisedAt,
      documents_due_at: closedAt,
      review_due_at: closedAt,
      closed_at: closedAt,
      settled_by: null,
      reason: null,
    })
    .execute();
}
