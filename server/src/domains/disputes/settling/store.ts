import type { Db, Tx } from '../../../platform/db/index.ts';
import type { MilestoneSplit } from '../rules.ts';

export async function insertParts(
  tx: Tx,
  disputeId: number,
  parts: readonly MilestoneSplit[],
): Promise<void> {
  if (parts.length === 0) return;
  await tx
    .insertInto('dispute_part')
    .values(
      parts.map((part) => ({
        dispute_id: disputeId,
        milestone_id: part.milestoneId,
        to_worker_paise: part.toWorkerPaise,
        to_poster_paise: part.toPosterPaise,
      })),
    )
    .execute();
}

export const listParts = (db: Db | Tx, disputeId: number) =>
  db.selectFrom('dispute_part').selectAll().where('dispute_id', '=', disputeId).execute();
