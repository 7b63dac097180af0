import { sql, type Selectable } from 'kysely';
import type { Completion } from '@fws/contract/contracts/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { MilestoneCompletionTable } from '../../../platform/db/tables.ts';
import { findPhotos } from '../../../platform/photos.ts';

type CompletionRow = Selectable<MilestoneCompletionTable>;

/** Returns its id. The caller must hold the milestone's lock, so that rounds have no gap and no double. */
export async function insertCompletion(
  tx: Tx,
  completion: { jobId: number; milestoneId: number; note: string; now: Date },
): Promise<number> {
  const { jobId, milestoneId, note, now } = completion;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO milestone_completion (job_id, milestone_id, round, note, completed_at)
    SELECT ${jobId}::bigint, ${milestoneId}::bigint, coalesce(max(round), 0) + 1, ${note}, ${now}::timestamptz
    FROM milestone_completion WHERE job_id = ${jobId} AND milestone_id = ${milestoneId}
    RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a completion was not inserted');
  return row.id;
}

/** What was said of each completion of these jobs, by milestone; the newest first. A milestone without one is absent. */
export async function findCompletions(
  db: Db | Tx,
  jobIds: readonly number[],
): Promise<Map<number, Completion[]>> {
  const completions = new Map<number, Completion[]>();
  if (jobIds.length === 0) return completions;
  const rows = await db
    .selectFrom('milestone_completion')
    .selectAll()
    .where('job_id', 'in', [...jobIds])
    .orderBy('milestone_id')
    .orderBy('round', 'desc')
    .execute();
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
  const contract = await db
    .selectFrom('milestone_completion')
    .innerJoin('contract', 'contract.job_id', 'milestone_completion.job_id')
    .select('contract.job_id')
    .where('milestone_completion.id', '=', completionId)
    .where((where) => where.or([where('poster_id', '=', userId), where('worker_id', '=', userId)]))
    .executeTakeFirst();
  return contract !== undefined;
}
