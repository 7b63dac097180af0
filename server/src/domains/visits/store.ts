import { sql, type Selectable } from 'kysely';
import type { VisitEvidence, VisitTerms } from '@fws/contract/visits/evidence';
import { visitLifecycle } from '@fws/contract/visits/lifecycle';
import type { Db, Tx } from '../../platform/db/index.ts';
import { createTransition } from '../../platform/transition.ts';
import type { VisitEvidenceTable, VisitTable } from './tables.ts';

export type VisitRow = Selectable<VisitTable>;
export type EvidenceRow = Selectable<VisitEvidenceTable>;

export const toTerms = (visit: VisitRow): VisitTerms => ({
  agreedMs: visit.agreed_at.getTime(),
  startsMs: visit.starts_at.getTime(),
  endsMs: visit.ends_at.getTime(),
});

export const findVisit = async (db: Db | Tx, jobId: number): Promise<VisitRow | null> =>
  (await db.selectFrom('visit').selectAll().where('job_id', '=', jobId).executeTakeFirst()) ?? null;

/** Lock the job and its milestones first. */
export const lockVisitRow = async (tx: Tx, jobId: number): Promise<VisitRow | null> =>
  (await tx
    .selectFrom('visit')
    .selectAll()
    .where('job_id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

/** The caller must hold the lock of the job. */
export async function insertVisit(
  tx: Tx,
  visit: Omit<VisitRow, 'state' | 'changes' | 'due_at' | 'wrong_codes' | 'refused_codes' | 'changed_at'>,
): Promise<void> {
  await tx
    .insertInto('visit')
    .values({ ...visit, changed_at: visit.agreed_at })
    .execute();
}

/** The visits must be locked before. */
export const transitionVisits = createTransition({
  lifecycle: visitLifecycle,
  table: 'visit',
  key: ['job_id'],
  column: 'state',
  timeColumn: 'changed_at',
  toSubject: ({ job_id: jobId }: Pick<VisitRow, 'job_id' | 'state'>) => ({
    subject: 'visit',
    subjectId: jobId,
    jobId,
  }),
});

/** When it next changes by itself. The visit must be locked before. */
export async function saveDue(tx: Tx, jobId: number, dueAt: Date | null): Promise<void> {
  await tx.updateTable('visit').set({ due_at: dueAt }).where('job_id', '=', jobId).execute();
}

/** The visit must be locked before. */
export async function countWrongCode(tx: Tx, jobId: number, code: string): Promise<void> {
  await tx
    .updateTable('visit')
    .set((visit) => ({
      wrong_codes: visit('wrong_codes', '+', 1),
      refused_codes: sql<string[]>`array_append(refused_codes, ${code})`,
    }))
    .where('job_id', '=', jobId)
    .execute();
}

/** In order. */
export const listEvidence = (db: Db | Tx, jobId: number): Promise<EvidenceRow[]> =>
  db.selectFrom('visit_evidence').selectAll().where('job_id', '=', jobId).orderBy('number').execute();

/** Where the worker says that they are. */
export interface Position {
  latitude: number | null;
  longitude: number | null;
}

/** The visit must be locked before. */
export async function insertEvidence(
  tx: Tx,
  jobId: number,
  piece: VisitEvidence,
  position: Position = { latitude: null, longitude: null },
): Promise<void> {
  const step = 'step' in piece ? piece.step : null;
  await tx
    .insertInto('visit_evidence')
    .values({
      job_id: jobId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM visit_evidence WHERE job_id = ${jobId})`,
      kind: piece.kind,
      side: 'by' in piece ? piece.by : null,
      at: new Date(piece.atMs),
      device: step?.device ?? null,
      counter: step?.counter ?? null,
      device_at: step ? new Date(step.deviceMs) : null,
      seen_at: typeof step?.seenMs === 'number' ? new Date(step.seenMs) : null,
      latitude: position.longitude === null ? null : position.latitude,
      longitude: position.latitude === null ? null : position.longitude,
      answer: piece.kind === 'answered' ? piece.answer : null,
      excuse: 'excuse' in piece ? piece.excuse : null,
    })
    .execute();
}

/** As the rule reads it. */
export function toEvidence(row: EvidenceRow): VisitEvidence {
  const { kind, side, device, counter, device_at: deviceAt, seen_at: seenAt, answer, excuse } = row;
  const atMs = row.at.getTime();
  const broken = () => new Error(`evidence ${row.number} of visit ${row.job_id} is incomplete`);
  switch (kind) {
    case 'on_my_way':
    case 'arrived':
      if (device === null || counter === null || !deviceAt) throw broken();
      return {
        kind,
        atMs,
        step: { device, counter, deviceMs: deviceAt.getTime(), seenMs: seenAt?.getTime() ?? null },
      };
    case 'started':
    case 'claimed':
      if (!side) throw broken();
      return { kind, atMs, by: side };
    case 'answered':
      if (!side || !answer || (answer === 'excuse' && !excuse)) throw broken();
      return answer === 'excuse' && excuse
        ? { kind, atMs, by: side, answer, excuse }
        : { kind, atMs, by: side, answer: answer === 'agree' ? 'agree' : 'contest' };
    case 'cancelled':
      if (!side) throw broken();
      return { kind, atMs, by: side, excuse };
    case 'funded':
    case 'delivered':
    case 'closed':
    case 'ended':
      return { kind, atMs };
  }
}
