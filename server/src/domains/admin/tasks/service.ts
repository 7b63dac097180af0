import type { TaskCase, TaskDecision } from '@fws/contract/admin/tasks/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAuditEntry } from '../audit/store.ts';

interface FailedJob {
  id: number;
  task: string;
  attempts: number;
  error: string;
  about: Record<string, string | number>;
  created_at: Date;
  failed_at: Date;
}

const ERROR_LENGTH_MAX = 500;

async function findFailedJob(db: Db | Tx, id: number): Promise<FailedJob | undefined> {
  const { rows } = await sql<FailedJob>`SELECT * FROM failed_job WHERE id = ${id}`.execute(db);
  return rows[0];
}

export async function readTask({ db }: Deps, taskId: number): Promise<Outcome<TaskCase>> {
  const job = await findFailedJob(db, taskId);
  if (!job) return refuse('not_found', 'admin.task_unknown');
  return done({
    id: job.id,
    task: job.task,
    attempts: job.attempts,
    error: job.error.slice(0, ERROR_LENGTH_MAX),
    about: Object.entries(job.about).map(([name, value]) => ({ name, value: String(value) })),
    createdAt: job.created_at.toISOString(),
    failedAt: job.failed_at.toISOString(),
  });
}

/** Decides a failed task once: the second caller finds no failed task. */
export function decideTask(
  deps: Deps,
  adminId: number,
  { taskId, decision, reason }: TaskDecision,
): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const job = await findFailedJob(tx, taskId);
    if (!job) return refuse('not_found', 'admin.task_unknown');
    if (decision === 'dismiss' && reason === '') return refuseField('reason', 'admin.reason_required');
    const sqlFunction = sql.raw(decision === 'retry' ? 'retry_failed_job' : 'dismiss_failed_job');
    const { rows } = await sql<{ acted: boolean }>`SELECT ${sqlFunction}(${taskId}) AS acted`.execute(tx);
    if (!rows[0]?.acted) return refuse('conflict', 'admin.task_unknown');
    await recordAuditEntry(
      tx,
      {
        adminId,
        act: decision === 'retry' ? 'task_retried' : 'task_dismissed',
        subject: 'task',
        subjectId: taskId,
        reason,
        details: { task: job.task, ...job.about },
      },
      deps.ports.clock.now(),
    );
    return done(null);
  });
}
