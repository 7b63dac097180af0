import type { ContentType } from '@fws/contract/safety/model';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { tellShown } from '../changes/service.ts';
import { findAskedBefore, hasWaited, markChanged } from '../changes/store.ts';
import { getOwner } from '../owners.ts';
import { calculateWaitEnd, getHarmRank } from '../rules.ts';
import {
  lockOpenCase,
  insertCase,
  listEndedWaits,
  lockCase,
  updateCase,
  type CaseRow,
  type Subject,
} from '../store.ts';

/**
 * Opens the case of a first post that looks like a known fraud, or of what was changed because FWS asked, which waits, hidden,
 * for a look. Repeated, it changes nothing.
 */
export async function openWaiting(
  { db, ports }: Deps,
  { type, id, since }: { type: ContentType; id: string; since: Date },
): Promise<void> {
  const waitsUntil = calculateWaitEnd(since);
  await inTx(db, async (tx) => {
    const content = await getOwner(type).read(tx, id);
    if (!content) return;
    if (await hasWaited(tx, { type, id }, waitsUntil)) return;
    const asked = await findAskedBefore(tx, { type, id });
    if (asked?.change_state === 'asked') await markChanged(tx, asked.id, since);
    const opened = await lockOpenCase(tx, { type, id });
    await publishHour(tx, { type, id }, content.authorId);
    if (opened) return giveEnd(tx, opened, waitsUntil);
    const reason = asked?.reason ?? 'money_first';
    await insertCase(
      tx,
      { type, id },
      {
        content,
        harm: asked?.harm ?? getHarmRank(reason),
        reason,
        openedAt: ports.clock.now(),
        dueAt: waitsUntil,
        waitsUntil,
      },
    );
  });
}

/** The screens of the author show until when it waits. */
async function publishHour(tx: Tx, { type, id }: Subject, authorId: number): Promise<void> {
  const users = [authorId];
  if (type === 'job') await publish(tx, { users, topic: 'job', id: Number(id) });
  if (type === 'quote') await publish(tx, { users, topic: 'quotes', id: null });
  await publish(tx, { users, topic: 'safety', id: null });
}

/** A case that was open for something else, such as the name of a person, ends the wait as well. */
async function giveEnd(tx: Tx, opened: CaseRow, waitsUntil: Date): Promise<void> {
  if (opened.waits_until === null) await updateCase(tx, opened.id, { waits_until: waitsUntil });
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
    await tellShown(tx, decided);
  });
}
