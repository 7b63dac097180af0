import type { Friend, SeenPerson } from '@fws/contract/connections/model';
import { istDate } from '@fws/contract/platform/dates';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { decodeCursor, decodeTimeCursor, pageOf, type PageAsked } from '../../platform/cursor.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { peopleByIds } from '../profile/index.ts';
import { presentPeople } from './people.ts';
import { searchWords } from './rules.ts';
import {
  connectedAmong,
  connectionsOf,
  deleteConnection,
  findPeople,
  insertConnection,
  isShown,
} from './store.ts';

export interface PeopleAsked extends PageAsked {
  search: string;
}

/** The people directory. */
export async function findProfiles(
  deps: Deps,
  readerId: number,
  asked: PeopleAsked,
): Promise<Outcome<Page<SeenPerson>>> {
  const after = asked.cursor === null ? null : decodeCursor(asked.cursor);
  if (asked.cursor !== null && !/^\d{1,9}$/.test(after?.[0] ?? '')) return staleCursor;
  const words = searchWords(asked.search);
  if (words === null) return nobody;
  const rows = await findPeople(deps.db, readerId, { words, after, limit: asked.limit });
  const page = pageOf(rows, asked.limit, (last) => [String(last.completed_projects), last.id]);
  const items = await presentPeople(
    deps.db,
    readerId,
    page.rows.map((row) => row.id),
  );
  return done({ items, nextCursor: page.nextCursor });
}

/** The reader's connections. */
export async function ownConnections(
  deps: Deps,
  userId: number,
  asked: PeopleAsked,
): Promise<Outcome<Page<SeenPerson>>> {
  const after = asked.cursor === null ? null : decodeTimeCursor(asked.cursor);
  if (asked.cursor !== null && after === null) return staleCursor;
  const words = searchWords(asked.search);
  if (words === null) return nobody;
  const rows = await connectionsOf(deps.db, userId, { words, after, limit: asked.limit });
  const page = pageOf(rows, asked.limit, (last) => [last.connected_at.toISOString(), last.other_id]);
  const items = await presentPeople(
    deps.db,
    userId,
    page.rows.map((row) => row.other_id),
  );
  return done({ items, nextCursor: page.nextCursor });
}

export async function findFriends(
  deps: Deps,
  userId: number,
  asked: PeopleAsked,
): Promise<Outcome<Page<Friend>>> {
  const found = await ownConnections(deps, userId, asked);
  return found.ok ? done({ ...found.value, items: found.value.items.map(friendOf) }) : found;
}

const friendOf = ({ id, firstName, lastName, image, skills, verified }: SeenPerson): Friend => ({
  id,
  firstName,
  lastName,
  image,
  skills,
  verified,
});

export async function personFor(deps: Deps, readerId: number, userId: number): Promise<Outcome<SeenPerson>> {
  if (!(await isShown(deps.db, userId))) return refuse('not_found', 'connections.not_found');
  const [person] = await presentPeople(deps.db, readerId, [userId]);
  return person ? done(person) : refuse('not_found', 'connections.not_found');
}

/** Connects both people at once. A repeated call, from either side, changes nothing. */
export function connect(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    if (userId === otherId) return refuse('forbidden', 'connections.self');
    if (!(await isShown(tx, otherId))) return refuse('not_found', 'connections.not_found');
    if ((await connectedAmong(tx, userId, [otherId])).has(otherId)) return done(null);
    const now = deps.ports.clock.now();
    const counted = await countConnect(deps, tx, userId, otherId, now);
    if (!counted.ok) return counted;
    if (await insertConnection(tx, userId, otherId, now)) {
      const people = await peopleByIds(tx, [userId]);
      await tell(tx, {
        userId: otherId,
        type: 'connection_made',
        values: { person: people.get(userId)?.name ?? '' },
        path: `/user-detail/${userId}`,
        // At most once a day, so that disconnecting and connecting again does not notify again.
        dedupeKey: `connection:${userId}:${istDate(now)}`,
      });
      await changed(tx, userId, otherId);
    }
    return done(null);
  });
}

/** Connecting needs no consent and notifies the other person, so a removed person may connect again only a few times. */
async function countConnect({ config }: Deps, tx: Tx, userId: number, otherId: number, now: Date) {
  const counted = await countAttempt(tx, config.limits.connect_user, String(userId), now);
  return counted.ok ? countAttempt(tx, config.limits.connect_pair, `${userId}:${otherId}`, now) : counted;
}

/** Disconnects both. Succeeds when they are not connected. */
export function disconnect(deps: Deps, userId: number, otherId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    if (await deleteConnection(tx, userId, otherId)) await changed(tx, userId, otherId);
    return done(null);
  });
}

const changed = (tx: Tx, one: number, other: number) =>
  publish(tx, { users: [one, other], topic: 'connections', id: null });

const staleCursor = refuse('malformed', 'common.cursor_invalid');
const nobody = done({ items: [], nextCursor: null });
