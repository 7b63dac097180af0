import type { Selectable } from 'kysely';
import type { Completion } from '@fws/contract/contracts/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { byJob, onNodes } from '../../../platform/db/nodes.ts';
import type { MilestoneCompletionTable, MilestoneTable } from '../../../platform/db/tables.ts';
import { findPhotos } from '../../../platform/photos.ts';

type MilestoneRow = Selectable<MilestoneTable>;
type CompletionRow = Selectable<MilestoneCompletionTable>;

/** Returns its id. The caller must hold the milestone's lock, so that rounds have no gap and no double. */
export async function insertCompletion(
  tx: Tx,
  completion: { jobId: number; milestoneId: number; note: string; now: Date },
): Promise<number> {
  const { jobId, milestoneId, note, now } = completion;
  const [last] = await byJob(
    tx,
    tx
      .selectFrom('milestone_completion')
      .select((row) => row.fn.max('round').as('round'))
      .where('milestone_id', '=', milestoneId),
    (row) => row.where('job_id', '=', jobId),
  );
  const { id } = await tx
    .insertInto('milestone_completion')
    .values({
      job_id: jobId,
      milestone_id: milestoneId,
      round: (last?.round ?? 0) + 1,
      note,
      completed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What was said of each completion, by milestone; the newest first. A milestone without one is absent. */
export async function findCompletions(
  db: Db | Tx,
  milestones: readonly Pick<MilestoneRow, 'id' | 'job_id'>[],
): Promise<Map<number, Completion[]>> {
  const completions = new Map<number, Completion[]>();
  if (milestones.length === 0) return completions;
  const ids = milestones.map(({ id }) => id);
  const jobIds = [...new Set(milestones.map((milestone) => milestone.job_id))];
  const rows = await byJob(
    db,
    db
      .selectFrom('milestone_completion')
      .selectAll()
      .where('milestone_id', 'in', ids)
      .orderBy('milestone_id')
      .orderBy('round', 'desc'),
    (completion) => completion.where('job_id', 'in', jobIds),
  );
  const photos = await findPhotos(
    db,
    'completion',
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const completion = { ...toCompletion(row), photos: photos.get(row.id) ?? [] };
    completions.set(row.milestone_id, [...(completions.get(row.milestone_id) ?? []), completion]);
  }
  return completions;
}

const toCompletion = ({ round, note, completed_at }: CompletionRow) => ({
  round,
  note,
  at: completed_at.toISOString(),
});

/** Whether this user is the poster or the worker of the completed milestone's contract. */
export async function isPartyOfCompletion(db: Db, userId: number, completionId: number): Promise<boolean> {
  const query = db
    .selectFrom('milestone_completion')
    .innerJoin('milestone', 'milestone.id', 'milestone_completion.milestone_id')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .select('contract.job_id');
  const find = (completion: typeof query) =>
    completion
      .where('milestone_completion.id', '=', completionId)
      .where((where) => where.or([where('poster_id', '=', userId), where('worker_id', '=', userId)]))
      .executeTakeFirst();
  const contract = await onNodes(db, {
    one: () => find(query),
    several: () => find(query.whereRef('milestone.job_id', '=', 'milestone_completion.job_id')),
  });
  return contract !== undefined;
}
