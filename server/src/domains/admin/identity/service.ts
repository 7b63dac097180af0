import type { IdentityCase } from '@fws/contract/admin/identity/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toFileLink } from '../../../platform/files.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { buildClaim, compareWithId, findOtherUses, reviewCheck, type Review } from '../../kyc/index.ts';
import { findLinksTo } from '../../links/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';

const findCheck = (db: Db | Tx, id: number) =>
  db
    .selectFrom('identity_check as check')
    .innerJoin('user_account as person', 'person.id', 'check.user_id')
    .leftJoin('identity_video as video', 'video.id', 'check.video_id')
    .leftJoin('file', 'file.id', 'video.file_id')
    .leftJoin('user_account as reviewer', 'reviewer.id', 'check.reviewed_by')
    .select([
      'check.id',
      'check.kind',
      'check.number_last4',
      'check.state',
      'check.reason',
      'check.created_at',
      'check.decided_at',
      'check.provider_name',
      'check.name_on_id',
      'check.fingerprints',
      'check.provider_reference',
      'check.reviewed_at',
      'check.user_id',
      'person.first_name',
      'person.last_name',
      'person.company_name',
      'person.location',
      'person.identity_name',
      'video.code',
      'file.id as file_id',
      'file.name as file_name',
      'file.bytes',
      'file.content_type',
      'reviewer.first_name as reviewer_first',
      'reviewer.last_name as reviewer_last',
    ])
    .where('check.id', '=', id)
    .executeTakeFirst();

/** Writes the audit entry in the transaction that reads the identity, so that no read goes unrecorded. */
export function readIdentity(deps: Deps, adminId: number, checkId: number): Promise<Outcome<IdentityCase>> {
  return inTx(deps.db, async (tx): Promise<Outcome<IdentityCase>> => {
    const row = await findCheck(tx, checkId);
    if (!row) return refuse('not_found', 'admin.identity_unknown');
    const act = { adminId, act: 'viewed', subject: 'identity_check', subjectId: checkId };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    const usedBy = await listUses(tx, row);
    const { file_id, file_name, bytes, content_type } = row;
    const providerName = row.provider_name ?? (row.state === 'verified' ? row.identity_name : '');
    const hasVideo = file_id !== null && file_name !== null && bytes !== null && content_type !== null;
    return done({
      id: row.id,
      kind: row.kind,
      last4: row.number_last4,
      state: row.state,
      reason: row.reason === null ? null : translateIfId('en', row.reason),
      createdAt: row.created_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      person: {
        id: row.user_id,
        name: `${row.first_name} ${row.last_name}`.trim(),
        companyName: row.company_name,
        location: row.location,
      },
      providerName,
      nameOnId: row.name_on_id,
      names: providerName === '' ? null : compareWithId(toClaim(row), providerName),
      providerReference: row.provider_reference ?? '',
      code: row.code ?? '',
      video: hasVideo ? toFileLink({ id: file_id, name: file_name, bytes, content_type }) : null,
      usedBy,
      reviewed: row.reviewed_at && {
        by: `${row.reviewer_first ?? ''} ${row.reviewer_last ?? ''}`.trim(),
        at: row.reviewed_at.toISOString(),
      },
      mayDecide: await readImpartiality(tx, adminId, 'identity', checkId),
    });
  });
}

/** The other accounts with this identity, and what else each has in common with the account of the check. */
async function listUses(
  tx: Tx,
  row: NonNullable<Awaited<ReturnType<typeof findCheck>>>,
): Promise<IdentityCase['usedBy']> {
  const uses = await findOtherUses(tx, row, row.provider_name ?? row.identity_name);
  const linked = await findLinksTo(
    tx,
    row.user_id,
    uses.map(({ userId }) => userId),
  );
  return uses.map((use) => ({
    id: use.userId,
    name: `${use.firstName} ${use.lastName}`.trim(),
    nameOnId: use.name,
    kind: use.kind,
    last4: use.last4,
    since: use.since.toISOString(),
    state: use.identityState,
    suspended: use.isSuspended,
    checkId: use.checkId,
    links:
      linked
        .find(({ userId }) => userId === use.userId)
        ?.links.map(({ kind }) => kind)
        .filter((kind) => kind !== 'identity') ?? [],
  }));
}

const toClaim = (row: NonNullable<Awaited<ReturnType<typeof findCheck>>>) =>
  buildClaim(
    row.kind,
    { firstName: row.first_name, lastName: row.last_name, companyName: row.company_name, mobile: '' },
    row.name_on_id,
  );

const ACTS = {
  confirm: 'identity_confirmed',
  refuse: 'identity_refused',
  move: 'identity_moved',
  share: 'identity_shared',
} as const;

export function decideIdentity(deps: Deps, review: Review): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const decided = await reviewCheck(deps, tx, review);
    if (!decided.ok) return decided;
    const { adminId, checkId, decision, reason } = review;
    const act = ACTS[decision];
    await recordAuditEntry(tx, { adminId, act, subject: 'identity_check', subjectId: checkId, reason }, now);
    return done(null);
  });
}
