import type { Session } from '@fws/contract/identity/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { Client } from '../login/client.ts';
import { deleteDevices } from '../devices/store.ts';
import { endSessionById, endSessions, listSessionRows } from './store.ts';
import type { SessionHolder } from '../verification/service.ts';

export async function listSessions(
  deps: Deps,
  holder: SessionHolder,
  params: PageRequest,
): Promise<Outcome<Page<Session>>> {
  const { limit } = params;
  const page = await loadPageByTime(
    params,
    (after) => listSessionRows(deps.db, holder, { limit, after }, deps.ports.clock.now()),
    (row) => [row.created_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const items = rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    current: row.current,
  }));
  return done({ items, nextCursor });
}

/** Answers for a session of another user as for one that does not exist. */
export function endOneSession(deps: Deps, userId: number, sessionId: number): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    if (!(await endSessionById(tx, userId, sessionId)))
      return refuse('not_found', 'identity.session_unknown');
    await recordSecurityEvent(tx, { kind: 'session_ended', userId }, now);
    await publishSessionChange(tx, userId);
    return done(null);
  });
}

/** Also deletes the other known devices: the next login there needs a code. */
export function endOtherSessions(
  deps: Deps,
  { userId, sessionId }: SessionHolder,
  client: Client,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    await endSessions(tx, userId, sessionId);
    await deleteDevices(tx, userId, client);
    await recordSecurityEvent(tx, { kind: 'sessions_ended', userId }, now);
    await publishSessionChange(tx, userId);
    return done(null);
  });
}

/** Makes open clients fetch the current user again, so that those without a session notice it. */
const publishSessionChange = (tx: Tx, userId: number): Promise<void> =>
  publish(tx, { users: [userId], topic: 'identity', id: userId });
