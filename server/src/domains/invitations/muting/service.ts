import type { MutedPoster } from '@fws/contract/invitations/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { getShortName, loadPeople } from '../../profile/index.ts';
import { LIMITS } from '../limits.ts';
import { isSelf } from '../policy.ts';
import { buildMutesQuery, muteAll, mutePoster, unmuteAll, unmutePoster } from './store.ts';

/** Of one poster, or of everybody where `posterId` is null. Repeated, it changes nothing. The poster is not told. */
export function muteInvitations(
  { db, config, ports }: Deps,
  userId: number,
  posterId: number | null,
): Promise<Outcome<null>> {
  const now = ports.clock.now();
  return inTx(db, async (tx): Promise<Outcome<null>> => {
    if (posterId === null) await muteAll(tx, userId, now);
    else {
      if (isSelf(userId, posterId) || !(await loadPeople(tx, [posterId])).has(posterId))
        return refuse('not_found', 'invitations.person_unknown');
      const limit = config.limits.get(LIMITS.mute_invitations_user);
      const counted = await countAttempt(tx, limit, String(userId), now);
      if (!counted.ok) return counted;
      await mutePoster(tx, { userId, posterId, now });
    }
    await publish(tx, { users: [userId], topic: 'invitations', id: null });
    return done(null);
  });
}

export function unmuteInvitations(
  { db }: Deps,
  userId: number,
  posterId: number | null,
): Promise<Outcome<null>> {
  return inTx(db, async (tx) => {
    if (posterId === null) await unmuteAll(tx, userId);
    else await unmutePoster(tx, { userId, posterId });
    await publish(tx, { users: [userId], topic: 'invitations', id: null });
    return done(null);
  });
}

export async function listMutedPosters(
  { db }: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<MutedPoster>>> {
  const page = await loadPageByTime(
    params,
    (after) => buildMutesQuery(db, userId, { after, limit: params.limit }).execute(),
    (row) => [row.muted_at, row.poster_id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const people = await loadPeople(
    db,
    rows.map((row) => row.poster_id),
  );
  const items = rows.map((row): MutedPoster => {
    const person = people.get(row.poster_id);
    return {
      userId: row.poster_id,
      name: person ? getShortName(person) : '',
      mutedAt: row.muted_at.toISOString(),
    };
  });
  return done({ items, nextCursor });
}
