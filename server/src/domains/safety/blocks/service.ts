import type { Blocked } from '@fws/contract/safety/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { deleteConnection } from '../../connections/index.ts';
import { deleteBlock, getShortName, insertBlock, listBlocks, loadPeople } from '../../profile/index.ts';
import { LIMITS } from '../limits.ts';
import { isSelf } from '../policy.ts';

// The domains whose lists hide people ask `areBlocked` and `listBlockedIds` of the profile domain.

/** Ends a connection of the two, too. Repeated, it changes nothing. */
export async function blockPerson(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  if (isSelf(userId, otherId)) return refuse('conflict', 'safety.self');
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const counted = await countAttempt(tx, deps.config.limits.get(LIMITS.block_user), String(userId), now);
    if (!counted.ok) return counted;
    if (!(await loadPeople(tx, [otherId])).has(otherId)) return refuse('not_found', 'safety.person_unknown');
    await insertBlock(tx, { userId, blockedId: otherId, now });
    await deleteConnection(tx, userId, otherId);
    await publish(tx, { users: [userId, otherId], topic: 'connections', id: null });
    await publish(tx, { users: [userId], topic: 'safety', id: null });
    return done(null);
  });
}

export function unblockPerson(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    await deleteBlock(tx, userId, otherId);
    await publish(tx, { users: [userId], topic: 'safety', id: null });
    return done(null);
  });
}

/** Whom this user has blocked, newest first. */
export async function listBlockedPeople(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<Blocked>>> {
  const page = await loadPageByTime(
    params,
    (after) => listBlocks(deps.db, userId, { after, limit: params.limit }),
    (row) => [row.blocked_at, row.blocked_id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const people = await loadPeople(
    deps.db,
    rows.map((row) => row.blocked_id),
  );
  const items = rows.map((row): Blocked => {
    const person = people.get(row.blocked_id);
    return {
      userId: row.blocked_id,
      // As strangers read it: the two are no longer connected.
      name: person ? getShortName(person) : '',
      photoUrl: person?.image ? person.image : null,
      blockedAt: row.blocked_at.toISOString(),
    };
  });
  return done({ items, nextCursor });
}
