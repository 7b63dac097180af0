import { hash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { Batcher } from '../../../platform/batcher.ts';
import type { CursorKey } from '../../../platform/cursor.ts';
import { hideFromPlanner, read, type Db, type Tx } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import type { SessionScope } from '@fws/contract/platform/scopes';
import type { SessionTable } from '../../../platform/db/tables.ts';
import type { Caller, CallerQuery } from '../../../platform/caller.ts';
import type { Clock } from '../../../ports/clock.ts';

/** The minimum time between two updates of a session in use. */
const TOUCH_MS = 60_000;

export interface NewSession {
  userId: number;
  now: Date;
  ttlMs: number;
  /** What kind of client it is for: "web", "api", … */
  client: string;
  /** The device name that its owner recognises. */
  device?: string;
  /** A one-time code to the mobile number was given just now. */
  confirmed: boolean;
  /** When this device last proved to be the owner's; left out: just now if `confirmed`, otherwise never. */
  provenAt?: Date | null;
}

const createToken = (): string => randomBytes(32).toString('base64url');
const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Creates a session and returns its token. Only the hash is stored, so the token cannot be read again. */
export async function createSession(db: Db | Tx, session: NewSession): Promise<string> {
  const token = createToken();
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      client: session.client,
      device: session.device ?? '',
      created_at: session.now,
      seen_at: session.now,
      expires_at: new Date(session.now.getTime() + session.ttlMs),
      confirmed_at: session.confirmed ? session.now : null,
      proven_at: session.confirmed ? session.now : (session.provenAt ?? null),
    })
    .execute();
  return token;
}

type CallerRow = Pick<
  Selectable<SessionTable>,
  'token_hash' | 'id' | 'user_id' | 'created_at' | 'seen_at' | 'confirmed_at' | 'proven_at'
> & { mobile_verified: boolean; suspended: boolean };

const CALLER_COLUMNS = `session.token_hash, session.id, session.user_id, session.created_at, session.seen_at, session.confirmed_at,
    session.proven_at, user_account.mobile_verified_at IS NOT NULL AS mobile_verified, user_account.suspended_at IS NOT NULL AS suspended`;
const SESSIONS = 'FROM session JOIN user_account ON user_account.id = session.user_id';
const CALLER = `SELECT ${CALLER_COLUMNS} ${SESSIONS}`;
const CALLER_IS_ACTIVE = 'session.expires_at > $2';

/** The row of a session, with what the call's query has read of its user. */
type CallerRowWithOwn = CallerRow & { own?: unknown[] | null };

/** Runs on every call, for all that arrive at one moment, so it is a prepared statement. */
export function buildCallersStatement(tokenHashes: readonly Buffer[], now: Date, query?: CallerQuery) {
  const values = [...(query?.readValues() ?? []), tokenHashes, now];
  const hashes = hideFromPlanner(`$${values.length - 1}`, 'bytea[]');
  const own = query ? `, (SELECT json_agg(own) FROM (${query.buildText('session.user_id')}) own) AS own` : '';
  return {
    name: query ? `callers_${query.name}` : 'callers',
    text: `SELECT ${CALLER_COLUMNS}${own} ${SESSIONS}
  WHERE session.token_hash = ANY(${hashes}) AND session.expires_at > ${hideFromPlanner(`$${values.length}`, 'timestamptz')}`,
    values,
  };
}

const buildFormerTokenStatement = (token: string, now: Date) => ({
  name: 'caller_by_former_token',
  text: `${CALLER} WHERE session.previous_token_hash = $1 AND session.previous_token_until > $2 AND ${CALLER_IS_ACTIVE}`,
  values: [hashToken(token), now],
});

export interface SessionLife {
  /** A session ends after this long without use, … */
  idleMs: number;
  /** … and after this long in any case. */
  maxMs: number;
}

type SessionBatcher = Batcher<Buffer, CallerRowWithOwn | undefined>;

/** Looks up sessions by the hash of their token, those of concurrent calls together. Nothing is kept. */
export class SessionRows {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #plain: SessionBatcher;
  readonly #byQuery = new WeakMap<CallerQuery, SessionBatcher>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#plain = this.#createBatcher();
  }

  /** Of a database of several nodes, `own` is missing: what a call reads of its user is not where the sessions are. */
  async load(tokenHash: Buffer, query?: CallerQuery): Promise<CallerRowWithOwn | undefined> {
    if (!query) return this.#plain.load(tokenHash);
    return onNodes(this.#db, {
      one: () => this.#getBatcher(query).load(tokenHash),
      several: () => this.#plain.load(tokenHash),
    });
  }

  #getBatcher(query: CallerQuery): SessionBatcher {
    let batcher = this.#byQuery.get(query);
    if (!batcher) this.#byQuery.set(query, (batcher = this.#createBatcher(query)));
    return batcher;
  }

  #createBatcher(query?: CallerQuery): SessionBatcher {
    return new Batcher(async (tokenHashes) => {
      const statement = buildCallersStatement(tokenHashes, this.#clock.now(), query);
      const rows = await read<CallerRowWithOwn>(this.#db, statement);
      const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
      return (tokenHash) => byHash.get(tokenHash.toString('base64'));
    });
  }
}

/** Returns the caller of a token; null when the session has ended. Use extends a session. */
export async function findCaller(
  db: Db,
  rows: SessionRows,
  { token, query }: { token: string; query: CallerQuery | undefined },
  now: Date,
  life: SessionLife,
): Promise<Caller | null> {
  const current = await rows.load(hashToken(token), query);
  const session = current ?? (await read<CallerRow>(db, buildFormerTokenStatement(token, now)))[0];
  if (!session) return null;
  const endsAt = session.created_at.getTime() + life.maxMs;
  if (endsAt <= now.getTime()) return null;
  if (now.getTime() - session.seen_at.getTime() > TOUCH_MS) {
    await db
      .updateTable('session')
      .set({ seen_at: now, expires_at: new Date(Math.min(now.getTime() + life.idleMs, endsAt)) })
      .where('id', '=', session.id)
      .execute();
  }
  return query && current?.own !== undefined
    ? { ...toCaller(session), own: { query, rows: current.own ?? [] } }
    : toCaller(session);
}

/** The caller of a session by its id; null when it has ended. */
export async function findSessionCaller(
  db: Db,
  sessionId: number,
  now: Date,
  life: SessionLife,
): Promise<Caller | null> {
  const [session] = await read<CallerRow>(db, {
    name: 'caller_by_session',
    text: `${CALLER} WHERE session.id = $1 AND ${CALLER_IS_ACTIVE}`,
    values: [sessionId, now],
  });
  return session && session.created_at.getTime() + life.maxMs > now.getTime() ? toCaller(session) : null;
}

const toCaller = (session: CallerRow): Caller => ({
  userId: session.user_id,
  sessionId: session.id,
  mobileVerified: session.mobile_verified,
  scope: findScope(session),
  confirmedAt: session.confirmed_at,
  provenAt: session.proven_at,
});

/**
 * Without a verified number no code can prove anything, and the account can only read. The money of a suspended account
 * is as safe as every other: whoever has only its password may not see it.
 */
function findScope(session: Pick<CallerRow, 'mobile_verified' | 'proven_at' | 'suspended'>): SessionScope {
  if (session.mobile_verified && session.proven_at === null) return 'limited';
  return session.suspended ? 'suspended' : 'full';
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', sessionId).execute();
}

/** Ends all sessions of a user, except `exceptId`. */
export async function endSessions(tx: Tx, userId: number, exceptId?: number): Promise<void> {
  const all = tx.deleteFrom('session').where('user_id', '=', userId);
  await (exceptId === undefined ? all : all.where('id', '<>', exceptId)).execute();
}

/** Returns false when the user has no such session. */
export async function endSessionById(tx: Tx, userId: number, id: number): Promise<boolean> {
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

type SessionRow = Pick<Selectable<SessionTable>, 'id' | 'device' | 'created_at' | 'seen_at'> & {
  current: boolean;
};

/** Lists the sessions of a user, newest first, with one row more than the limit. */
export function listSessionRows(
  db: Db,
  holder: { userId: number; sessionId: number },
  page: { limit: number; after: CursorKey | null },
  now: Date,
): Promise<SessionRow[]> {
  const query = db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .select((row) => row('id', '=', holder.sessionId).$castTo<boolean>().as('current'))
    .where('user_id', '=', holder.userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  const { after } = page;
  return (
    after
      ? query.where(
          sql<boolean>`(created_at, id) < (${new Date(after[0])}::timestamptz, ${after[1]}::bigint)`,
        )
      : query
  ).execute();
}

/** How long the former token of a session stays valid beside the new one. */
const FORMER_TOKEN_MS = 60_000;

/** Marks a session as confirmed by a one-time code, and returns its new token. */
export async function confirmSession(tx: Tx, sessionId: number, now: Date): Promise<string> {
  const token = createToken();
  await tx
    .updateTable('session')
    .set((row) => ({
      token_hash: hashToken(token),
      previous_token_hash: row.ref('token_hash'),
      previous_token_until: new Date(now.getTime() + FORMER_TOKEN_MS),
      confirmed_at: now,
      proven_at: now,
    }))
    .where('id', '=', sessionId)
    .execute();
  return token;
}

/** The same for a client of the specification, which expects no new token. */
export async function confirmSessionInPlace(tx: Tx, sessionId: number, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ confirmed_at: now, proven_at: now })
    .where('id', '=', sessionId)
    .execute();
}
