import { WAIT_HOURS, type ContentType } from '@fws/contract/safety/model';
import { inTx, type Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { buildShownNotice } from '../decisions/service.ts';
import { getOwner } from '../owners.ts';
import { getHarmRank } from '../rules.ts';
import { findOpenCase, insertCase, listEndedWaits, lockCase, updateCase } from '../store.ts';

const HOUR_MS = 3600_000;

/** Opens the case of a first post that looks like a known fraud and waits, hidden, for a look. Repeated, it changes nothing. */
export async function openWaiting(
  { db, ports }: Deps,
  { type, id, since }: { type: ContentType; id: string; since: Date },
): Promise<void> {
  const waitsUntil = new Date(since.getTime() + WAIT_HOURS * HOUR_MS);
  await inTx(db, async (tx) => {
    const content = await getOwner(type).read(tx, id);
    if (!content || (await findOpenCase(tx, { type, id }))) return;
    await insertCase(
      tx,
      { type, id },
      {
        content,
        harm: getHarmRank('money_first'),
        reason: 'money_first',
        openedAt: ports.clock.now(),
        dueAt: waitsUntil,
        waitsUntil,
      },
    );
  });
}

/** Task: shows what nobody has looked at in time. */
export async function endWaits({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  for (const caseId of await listEndedWaits(db, now)) await endWait(db, caseId, now);
}

/** In a transaction of its own, so that one that fails keeps back no other. */
async function endWait(db: Db, caseId: number, now: Date): Promise<void> {
  await inTx(db, async (tx) => {
    const waiting = await lockCase(tx, caseId);
    if (!waiting || waiting.decided_at !== null) return;
    await getOwner(waiting.subject_type).putBack(tx, waiting.subject_id, { by: BY_SYSTEM, at: now });
    const decided = await updateCase(tx, caseId, { decision: 'leave', decided_at: now });
    await notify(tx, buildShownNotice(decided));
  });
}
