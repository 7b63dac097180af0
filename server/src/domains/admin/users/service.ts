import type { SecurityLine, UserCase, UserRow } from '@fws/contract/admin/users/schemas';
import type { Page } from '@fws/contract/platform/call';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageById, loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { allowWithdrawals, removeSecondFactors, toDeviceName } from '../../identity/index.ts';
import { noteAllowed } from '../../escrow/index.ts';
import { getBalance, resolveCase, toWalletAccount } from '../../ledger/index.ts';
import { findLinkedAccounts } from '../../links/index.ts';
import { allowPayer, findPayerStop } from '../../rests/index.ts';
import { recordAuditEntry, recordRead } from '../audit.ts';
import { mayDecide } from '../own-cases/policy.ts';
import { findMember } from '../store.ts';
import { restoreAccount, suspendAccount } from './suspension.ts';
import { maskEmail, maskMobile } from './rules.ts';
import { findSecurityEvents, findUsers, findUser, loadNames, type FoundUser } from './store.ts';

const DEVICE_MAX = 60;

export async function listUsers(
  deps: Deps,
  { search, ...request }: PageRequest & { search: string },
): Promise<Outcome<Page<UserRow>>> {
  const page = await loadPageById(
    request,
    (after) => findUsers(deps.db, search, { after, limit: request.limit }),
    (row) => row.id,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: rows.map(toListedUser), nextCursor });
}

const toUserRow = (row: FoundUser): UserRow => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  mobile: row.mobile,
  location: row.location,
  registeredAt: row.created_at.toISOString(),
  identity: row.identity_state,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
});

/** Lists mask contacts, but show enough to tell users apart. Opening the full record writes an audit entry. */
const toListedUser = (row: FoundUser): UserRow => ({
  ...toUserRow(row),
  email: maskEmail(row.email),
  mobile: maskMobile(row.mobile),
});

export async function readUser(
  deps: Deps,
  caller: { userId: number; role: Role },
  userId: number,
): Promise<Outcome<UserCase>> {
  const row = await findUser(deps.db, userId);
  if (!row) return refuse('not_found', 'admin.user_unknown');
  const read = { adminId: caller.userId, userId, subject: 'user', subjectId: userId };
  await inTx(deps.db, (tx) => recordRead(tx, read, deps.ports.clock.now()));
  return done({
    ...toUserRow(row),
    companyName: row.company_name,
    emailVerified: row.email_verified_at !== null,
    mobileVerified: row.mobile_verified_at !== null,
    hasSecondFactor: row.has_second_factor,
    identityName: row.identity_name,
    suspendedReason: row.suspended_reason ?? '',
    withdrawalsStoppedAt: row.withdrawals_stopped_at?.toISOString() ?? null,
    fundingStoppedAt: (await findPayerStop(deps.db, userId))?.toISOString() ?? null,
    sessions: row.sessions,
    jobsPosted: row.jobs,
    contracts: row.contracts,
    completedProjects: row.completed_projects,
    walletPaise: hasPermission(caller.role, 'money.read')
      ? await getBalance(deps.db, toWalletAccount(userId))
      : null,
    mayDecide: await mayDecide(deps.db, caller.userId, 'user', userId),
    linkedUsers: hasPermission(caller.role, 'users.security') ? await listLinkedUsers(deps, userId) : null,
  });
}

/** More than a person looks at. */
const LINKED_MAX = 20;

async function listLinkedUsers({ db }: Deps, userId: number): Promise<UserCase['linkedUsers']> {
  const accounts = await findLinkedAccounts(db, userId, { limit: LINKED_MAX });
  const names = await loadNames(
    db,
    accounts.map((account) => account.userId),
  );
  return accounts.map(({ userId: id, links }) => ({
    id,
    name: names.get(id) ?? '',
    links: links.map(({ kind, strength, since, lastSeenAt }) => ({
      kind,
      strength,
      since: since.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }));
}

export async function listSecurity(
  deps: Deps,
  adminId: number,
  { userId, ...request }: PageRequest & { userId: number },
): Promise<Outcome<Page<SecurityLine>>> {
  const page = await loadPageByTime(
    request,
    (after) => findSecurityEvents(deps.db, userId, { after, limit: request.limit }),
    (row) => [row.at, row.id],
  );
  if (!page.ok) return page;
  const read = { adminId, userId, subject: 'security_log', subjectId: userId };
  await inTx(deps.db, (tx) => recordRead(tx, read, deps.ports.clock.now()));
  const { rows, nextCursor } = page.value;
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    // Show the start of the user agent when we cannot name the device.
    device: toDeviceName(row.device) || row.device.slice(0, DEVICE_MAX),
    address: row.address,
    actorId: row.actor_id,
    details: row.details,
  }));
  return done({ items, nextCursor });
}

export const resetFactors = (deps: Deps, adminId: number, command: UserCommand): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const now = deps.ports.clock.now();
    if (!(await removeSecondFactors(tx, userId))) return refuse('conflict', 'admin.user_without_factors');
    const entry = { adminId, act: 'user_factors_reset', subject: 'user', subjectId: userId, reason };
    await recordAuditEntry(tx, entry, now);
    await recordSecurityEvent(tx, { kind: 'second_factor_reset', userId, actorId: adminId }, now);
    return done(null);
  });

interface UserCommand {
  userId: number;
  reason: string;
}

export const suspend = (deps: Deps, adminId: number, command: UserCommand): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    if (await findMember(tx, userId)) return refuse('conflict', 'admin.user_of_fws');
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const now = deps.ports.clock.now();
    const cause = { by: { role: 'admin', userId: adminId }, at: now } as const;
    if (!(await suspendAccount(tx, command, cause))) return refuse('conflict', 'admin.user_is_suspended');
    await recordAuditEntry(
      tx,
      { adminId, act: 'user_suspended', subject: 'user', subjectId: userId, reason },
      now,
    );
    await recordSecurityEvent(tx, { kind: 'suspended', userId, actorId: adminId }, now);
    return done(null);
  });

export const restore = (deps: Deps, adminId: number, command: UserCommand): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const now = deps.ports.clock.now();
    const cause = { by: { role: 'admin', userId: adminId }, at: now } as const;
    if (!(await restoreAccount(tx, command, cause))) return refuse('conflict', 'admin.user_not_suspended');
    const entry = { adminId, act: 'user_restored', subject: 'user', subjectId: userId, reason };
    await recordAuditEntry(tx, entry, now);
    await recordSecurityEvent(tx, { kind: 'restored', userId, actorId: adminId }, now);
    return done(null);
  });

export const allowWithdrawalsAgain = (
  deps: Deps,
  adminId: number,
  command: UserCommand,
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    const now = deps.ports.clock.now();
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    if (!(await allowWithdrawals(tx, userId, now)))
      return refuse('conflict', 'admin.withdrawals_not_stopped');
    await recordSecurityEvent(tx, { kind: 'withdrawals_allowed', userId, actorId: adminId }, now);
    const entry = { adminId, act: 'withdrawals_allowed', subject: 'user', subjectId: userId, reason };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });

export const allowFundingAgain = (
  deps: Deps,
  adminId: number,
  command: UserCommand,
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const { userId, reason } = command;
    const now = deps.ports.clock.now();
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const subjects = await allowPayer(tx, userId, { by: adminId, reason, at: now });
    if (subjects.length === 0) return refuse('conflict', 'admin.funding_not_stopped');
    for (const subject of subjects) await resolveCase(tx, ['payer_stopped'], subject, now);
    await noteAllowed(tx, subjects.join(','), { userId });
    const entry = { adminId, act: 'funding_allowed', subject: 'user', subjectId: userId, reason };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });

const userExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('user_account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
