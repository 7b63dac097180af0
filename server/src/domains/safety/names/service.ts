import { inTx, type Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findCompanyNameFault, findNameFault } from '../../../platform/person-names.ts';
import { getOwner } from '../owners.ts';
import { calculateDueTime, getHarmRank } from '../rules.ts';
import { insertCase } from '../store.ts';
import { hasNameCase, listNamed, type Named } from './store.ts';

const BATCH = 1000;
const REASON = 'not_real';

/**
 * Task: opens a case for each account whose name no new account could have, as rules become stricter. Nobody is locked
 * out. A name that a person has looked at is not brought up again.
 */
export async function reviewNames({ db, ports }: Deps): Promise<void> {
  let after = 0;
  for (;;) {
    const batch = await listNamed(db, after, BATCH);
    for (const person of batch.filter(hasFault)) await openNameCase(db, person, ports.clock.now());
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    after = last.id;
  }
}

const hasFault = ({ firstName, lastName, companyName }: Named): boolean =>
  findNameFault(firstName, lastName) !== null || findCompanyNameFault(companyName) !== null;

/** In a transaction of its own, so that one that fails keeps back no other. */
async function openNameCase(db: Db, { id }: Named, now: Date): Promise<void> {
  await inTx(db, async (tx) => {
    const content = await getOwner('user').read(tx, String(id));
    if (!content || (await hasNameCase(tx, id, content.title, REASON))) return;
    await insertCase(
      tx,
      { type: 'user', id: String(id) },
      {
        content,
        harm: getHarmRank(REASON),
        reason: REASON,
        openedAt: now,
        dueAt: calculateDueTime(REASON, now),
        waitsUntil: null,
      },
    );
  });
}
