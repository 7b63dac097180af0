import type { UserCase, UserRow } from '@fws/contract/admin/users/model';
import type { Page } from '@fws/contract/platform/call';
import { may, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeCursor, pageOf, type PageAsked } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { restoreUser, suspendUser } from '../../identity/index.ts';
import { balance, walletOf } from '../../ledger/index.ts';
import { record } from '../audit.ts';
import { memberById } from '../store.ts';
import { findUsers, userFor, type FoundUser } from './store.ts';

export async function listUsers(
  deps: Deps,
  { search, limit, cursor }: PageAsked & { search: string },
): Promise<Outcome<Page<UserRow>>> {
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const found = await findUsers(deps.db, search, { after, limit });
  const { rows, nextCursor } = pageOf(found, limit, (row) => ['', row.id]);
  return done({ items: rows.map(rowOf), nextCursor });
}

const rowOf = (row: FoundUser): UserRow => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  mobile: row.mobile,
  location: row.location,
  registeredAt: row.created_at.toISOString(),
  identity: row.identity_state,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
});

export async function readUser(deps: Deps, role: Role, userId: number): Promise<Outcome<UserCase>> {
  const row = await userFor(deps.db, userId);
  if (!row) return refuse('not_found', 'admin.user_unknown');
  return done({
    ...rowOf(row),
    companyName: row.company_name,
    emailVerified: row.email_verified_at !== null,
    mobileVerified: row.mobile_verified_at !== null,
    identityName: row.identity_name,
    suspendedReason: row.suspended_reason ?? '',
    sessions: row.sessions,
    jobsPosted: row.jobs,
    contracts: row.contracts,
    completedProjects: row.completed_projects,
    walletPaise: may(role, 'money.read') ? await balance(deps.db, walletOf(userId)) : null,
  });
}

interface Suspension {
  userId: number;
  reason: string;
}

export const suspend = (deps: Deps, adminId: number, command: Suspension): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    if (userId === adminId) return refuse('conflict', 'admin.user_self');
    if (await memberById(tx, userId)) return refuse('conflict', 'admin.user_of_fws');
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const now = deps.ports.clock.now();
    if (!(await suspendUser(tx, userId, reason, now))) return refuse('conflict', 'admin.user_is_suspended');
    await record(tx, { adminId, act: 'user_suspended', subject: 'user', subjectId: userId, reason }, now);
    return done(null);
  });

export const restore = (deps: Deps, adminId: number, command: Suspension): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    if (!(await restoreUser(tx, userId, reason))) return refuse('conflict', 'admin.user_not_suspended');
    const act = { adminId, act: 'user_restored', subject: 'user', subjectId: userId, reason };
    await record(tx, act, deps.ports.clock.now());
    return done(null);
  });

const userExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('user_account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
