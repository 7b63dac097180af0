import type { Friend, PeoplePage, PersonView } from '@fws/contract/connections/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { loadPage, loadPageByTime, type PageRequest } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { areBlocked, listBlockedIds, loadPeople } from '../profile/index.ts';
import { getRelation, mayConnect } from './policy.ts';
import { presentPeople } from './view.ts';
import { parseSearchWords } from './rules.ts';
import {
  listConnectedIds,
  listConnections,
  deleteConnection,
  countPeople,
  findPeople,
  insertConnection,
  isVisible,
} from './store.ts';
import { LIMITS } from './limits.ts';

export interface PeopleQuery extends PageRequest {
  search: string;
}

/** The people directory. */
export async function findProfiles(
  deps: Deps,
  readerId: number,
  params: PeopleQuery,
): Promise<Outcome<PeoplePage>> {
  const words = parseSearchWords(params.search);
  const hiddenIds = await listBlockedIds(deps.db, readerId);
  const page = await loadPage(
    params,
    async (after) =>
      words === null ? [] : findPeople(deps.db, readerId, { words, after, limit: params.limit, hiddenIds }),
    (row) => [String(row.completed_projects), row.user_id],
    ([completedProjects]) => /^\d{1,9}$/.test(completedProjects),
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const ids = rows.map((row) => row.user_id);
  // Only the first page of a search is counted. Where it is the only one, it has everybody.
  const isCounted = words?.length !== 0 && params.cursor === null;
  const [items, total] = await Promise.all([
    presentPeople(deps.db, readerId, ids),
    isCounted && nextCursor !== null ? countPeople(deps.db, readerId, words ?? [], hiddenIds) : ids.length,
  ]);
  return done({ items, nextCursor, total: isCounted ? total : null });
}

/** The reader's connections. */
export async function listOwnConnections(
  deps: Deps,
  userId: number,
  params: PeopleQuery,
): Promise<Outcome<PeoplePage>> {
  const words = parseSearchWords(params.search);
  const page = await loadPageByTime(
    params,
    async (after) =>
      words === null ? [] : listConnections(deps.db, userId, { words, after, limit: params.limit }),
    (row) => [row.connected_at, row.other_id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const items = await presentPeople(
    deps.db,
    userId,
    rows.map((row) => row.other_id),
  );
  return done({ items, nextCursor, total: null });
}

export async function findFriends(
  deps: Deps,
  userId: number,
  params: PeopleQuery,
): Promise<Outcome<Page<Friend>>> {
  const page = await listOwnConnections(deps, userId, params);
  if (!page.ok) return page;
  const { items, nextCursor } = page.value;
  return done({ items: items.map(toFriend), nextCursor });
}

const toFriend = ({ id, firstName, lastName, image, skills, verified }: PersonView): Friend => ({
  id,
  firstName,
  lastName,
  image,
  skills,
  verified,
});

export async function findPerson(deps: Deps, readerId: number, userId: number): Promise<Outcome<PersonView>> {
  if (!(await isVisible(deps.db, userId)) || (await areBlocked(deps.db, readerId, userId)))
    return refuse('not_found', 'connections.not_found');
  const [person] = await presentPeople(deps.db, readerId, [userId]);
  return person ? done(person) : refuse('not_found', 'connections.not_found');
}

/** Connects both people at once. A repeated call, from either side, changes nothing. */
export function connect(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    const relation = getRelation(userId, otherId, await listConnectedIds(tx, userId, [otherId]));
    const ability = mayConnect(relation);
    if (!ability.allowed && relation !== 'connection') return refuse('forbidden', ability.reason);
    if (!(await isVisible(tx, otherId)) || (await areBlocked(tx, userId, otherId)))
      return refuse('not_found', 'connections.not_found');
    if (relation === 'connection') return done(null);
    const now = deps.ports.clock.now();
    const attempt = await countConnectAttempt(deps, tx, userId, otherId, now);
    if (!attempt.ok) return attempt;
    if (await insertConnection(tx, userId, otherId, now)) {
      const people = await loadPeople(tx, [userId]);
      await notify(tx, {
        userId: otherId,
        type: 'connection_made',
        values: { person: people.get(userId)?.name ?? '' },
        path: `/user-detail/${userId}`,
        // At most once a day, so that disconnecting and connecting again does not notify again.
        dedupeKey: `connection:${userId}:${toIstDate(now)}`,
      });
      await publishChange(tx, userId, otherId);
    }
    return done(null);
  });
}

/** Connecting needs no consent and notifies the other person, so a removed person may connect again only a few times. */
async function countConnectAttempt({ config }: Deps, tx: Tx, userId: number, otherId: number, now: Date) {
  const userAttempt = await countAttempt(tx, config.limits.get(LIMITS.connect_user), String(userId), now);
  return userAttempt.ok
    ? countAttempt(tx, config.limits.get(LIMITS.connect_pair), `${userId}:${otherId}`, now)
    : userAttempt;
}

/** Disconnects both. Succeeds when they are not connected. */
export function disconnect(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    if (await deleteConnection(tx, userId, otherId)) await publishChange(tx, userId, otherId);
    return done(null);
  });
}

const publishChange = (tx: Tx, userId: number, otherId: number) =>
  publish(tx, { users: [userId, otherId], topic: 'connections', id: null });
