import type { SecurityLine, UserCase, UserRow } from '@fws/contract/admin/users/schemas';
import type { FactorProof, SecurityEventKind } from '@fws/contract/identity/model';
import type { Page } from '@fws/contract/platform/call';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageById, loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import {
  allowWithdrawals,
  askForRemoval,
  findRemovalTime,
  listPossibleProofs,
  toDeviceName,
} from '../../identity/index.ts';
import { noteAllowed } from '../../escrow/index.ts';
import { getBalance, resolveCase, toWalletAccount } from '../../ledger/index.ts';
import { findLinkedAccounts } from '../../links/index.ts';
import { allowPayer, findPayerStop } from '../../rests/index.ts';
import { recordAuditEntry, recordRead } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';
import { findMember } from '../store.ts';
import { restoreAccount, suspendAccount } from '../suspension/service.ts';
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
  const now = deps.ports.clock.now();
  await inTx(deps.db, (tx) => recordRead(tx, read, now));
  return done({
    ...toUserRow(row),
    companyName: row.company_name,
    emailVerified: row.email_verified_at !== null,
    mobileVerified: row.mobile_verified_at !== null,
    hasSecondFactor: row.has_second_factor,
    factorProofs: listPossibleProofs(row, now),
    factorsRemovedAt: (await findRemovalTime(deps.db, userId, now))?.toISOString() ?? null,
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
    mayDecide: await readImpartiality(deps.db, caller.userId, 'user', userId),
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

interface UserCommand {
  userId: number;
  reason: string;
  /** How the user proved who they are. */
  proof?: FactorProof;
}

type UserDecision<Command extends UserCommand = UserCommand> = (
  tx: Tx,
  command: Command,
  cause: { by: { role: 'admin'; userId: number }; at: Date },
) => Promise<Outcome<null>>;

/** Decides something about a user, and records it in the audit log and, where their account changes, in their own. */
const recorded =
  <Command extends UserCommand = UserCommand>(
    { act, event }: { act: string; event?: SecurityEventKind },
    decide: UserDecision<Command>,
  ): UserDecision<Command> =>
  async (tx, command, cause) => {
    const { userId, reason, proof } = command;
    const details = proof === undefined ? {} : { proof };
    const adminId = cause.by.userId;
    if (!(await userExists(tx, userId))) return refuse('not_found', 'admin.user_unknown');
    const decided = await decide(tx, command, cause);
    if (!decided.ok) return decided;
    await recordAuditEntry(
      tx,
      { adminId, act, subject: 'user', subjectId: userId, reason, details },
      cause.at,
    );
    if (event) await recordSecurityEvent(tx, { kind: event, userId, actorId: adminId }, cause.at);
    return done(null);
  };

const createDecision =
  <Command extends UserCommand>(decide: UserDecision<Command>) =>
  (deps: Deps, adminId: number, command: Command): Promise<Outcome<null>> =>
    inTx(deps.db, (tx) =>
      decide(tx, command, { by: { role: 'admin', userId: adminId }, at: deps.ports.clock.now() }),
    );

const doneOr = (isDone: boolean, code: SharedMessageId): Outcome<null> =>
  isDone ? done(null) : refuse('conflict', code);

export const resetFactors = createDecision(
  recorded<Required<UserCommand>>(
    { act: 'user_factors_reset', event: 'second_factor_reset_asked' },
    (tx, command, { at }) => askForRemoval(tx, command, at),
  ),
);

export const suspendInTx = recorded(
  { act: 'user_suspended', event: 'suspended' },
  async (tx, command, cause) =>
    (await findMember(tx, command.userId))
      ? refuse('conflict', 'admin.user_of_fws')
      : doneOr(await suspendAccount(tx, command, cause), 'admin.user_is_suspended'),
);
export const suspend = createDecision(suspendInTx);

export const restoreInTx = recorded({ act: 'user_restored', event: 'restored' }, async (tx, command, cause) =>
  doneOr(await restoreAccount(tx, command, cause), 'admin.user_not_suspended'),
);
export const restore = createDecision(restoreInTx);

export const allowWithdrawalsAgain = createDecision(
  recorded({ act: 'withdrawals_allowed', event: 'withdrawals_allowed' }, async (tx, { userId }, { at }) =>
    doneOr(await allowWithdrawals(tx, userId, at), 'admin.withdrawals_not_stopped'),
  ),
);

export const allowFundingAgain = createDecision(
  recorded({ act: 'funding_allowed' }, async (tx, { userId, reason }, { by, at }) => {
    const subjects = await allowPayer(tx, userId, { by: by.userId, reason, at });
    if (subjects.length === 0) return refuse('conflict', 'admin.funding_not_stopped');
    for (const subject of subjects) await resolveCase(tx, ['payer_stopped'], subject, at);
    await noteAllowed(tx, subjects.join(','), { userId });
    return done(null);
  }),
);

const userExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('user_account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
