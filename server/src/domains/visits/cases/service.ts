import type { VisitCase } from '@fws/contract/admin/disputes/visit';
import { replayVisit } from '@fws/contract/visits/decision';
import { listPossibleTimes } from '@fws/contract/visits/possible-times';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findVisit, listEvidence, toEvidence, toTerms, type EvidenceRow, type VisitRow } from '../store.ts';

const format = (ms: number): string => new Date(ms).toISOString();

/** What is known of a visit, for who decides the dispute of its job. Null: the job has none. */
export async function readVisitCase(db: Db | Tx, jobId: number, now: Date): Promise<VisitCase | null> {
  const visit = await findVisit(db, jobId);
  if (!visit) return null;
  const rows = await listEvidence(db, jobId);
  const { decision } = replayVisit(toTerms(visit), rows.map(toEvidence), now.getTime());
  const possible = findPossibleTimes(visit, rows);
  return {
    startsAt: visit.starts_at.toISOString(),
    endsAt: visit.ends_at.toISOString(),
    agreedAt: visit.agreed_at.toISOString(),
    feePaise: visit.fee_paise,
    state: decision.state,
    arrival: decision.arrival,
    cause: decision.cause,
    evidence: rows.map((row) => ({
      kind: row.kind,
      by: row.side,
      at: row.at.toISOString(),
      possible: possible.get(row.number) ?? null,
      answer: row.answer,
      excuse: row.excuse,
      position:
        row.latitude === null || row.longitude === null
          ? null
          : { latitude: row.latitude, longitude: row.longitude },
    })),
  };
}

/** By the number of each step on a device. */
function findPossibleTimes(
  visit: VisitRow,
  rows: readonly EvidenceRow[],
): Map<number, VisitCase['evidence'][number]['possible']> {
  const steps = rows.flatMap((row) => {
    const piece = toEvidence(row);
    return 'step' in piece ? [{ number: row.number, step: { ...piece.step, receivedMs: piece.atMs } }] : [];
  });
  const times = listPossibleTimes(
    steps.map(({ step }) => step),
    visit.agreed_at.getTime(),
  );
  return new Map(
    steps.flatMap(({ number }, index) => {
      const time = times[index];
      if (!time) return [];
      const { fromMs, untilMs, deviceMs } = time;
      const deviceAt = deviceMs === null ? null : format(deviceMs);
      return [[number, { from: format(fromMs), until: format(untilMs), deviceAt }]];
    }),
  );
}
