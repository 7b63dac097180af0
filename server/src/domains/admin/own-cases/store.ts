import { sql } from 'kysely';
import type { OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { DecisionSubject } from '@fws/contract/platform/decisions';
import { PERMISSIONS, type Permission, type Role } from '@fws/contract/platform/permissions';
import type { Db, Tx } from '../../../platform/db/index.ts';

type Ids = readonly number[];
/** The parties of each case, by its id. A case without an entry is nobody's. */
type Parties = ReadonlyMap<number, Ids>;

/** The people who gain or lose by each case. */
export function listParties(db: Db | Tx, subject: DecisionSubject, ids: Ids): Promise<Parties> {
  return ids.length === 0 ? Promise.resolve(new Map()) : LOADERS[subject](db, ids);
}

const LOADERS: Record<DecisionSubject, (db: Db | Tx, ids: Ids) => Promise<Parties>> = {
  dispute: async (db, ids) =>
    toParties(
      await db
        .selectFrom('dispute')
        .innerJoin('contract', 'contract.job_id', 'dispute.job_id')
        .select(['dispute.id', 'contract.poster_id', 'contract.worker_id'])
        .where('dispute.id', 'in', ids)
        .execute(),
      ({ poster_id, worker_id }) => [poster_id, worker_id],
    ),
  identity: async (db, ids) =>
    toParties(
      await db.selectFrom('identity_check').select(['id', 'user_id']).where('id', 'in', ids).execute(),
      ({ user_id }) => [user_id],
    ),
  name: async (db, ids) =>
    toParties(
      await db.selectFrom('name_change').select(['id', 'user_id']).where('id', 'in', ids).execute(),
      ({ user_id }) => [user_id],
    ),
  job: async (db, ids) =>
    toParties(
      await db.selectFrom('job').select(['id', 'poster_id']).where('id', 'in', ids).execute(),
      ({ poster_id }) => [poster_id],
    ),
  user: async (_, ids) => new Map(ids.map((id) => [id, [id]])),
  report: listReportParties,
  contest: async (db, ids) =>
    toParties(
      await db
        .selectFrom('job_outcome')
        .innerJoin('contract', 'contract.job_id', 'job_outcome.job_id')
        .select(['job_outcome.id', 'contract.poster_id', 'contract.worker_id'])
        .where('job_outcome.id', 'in', ids)
        .execute(),
      ({ poster_id, worker_id }) => [poster_id, worker_id],
    ),
  case: listCaseParties,
  approval: listApprovalParties,
};

const toParties = <Row extends { id: number }>(
  rows: readonly Row[],
  getParties: (row: Row) => (number | null | undefined)[],
): Parties => new Map(rows.map((row) => [row.id, getParties(row).filter((id) => id != null)]));

/**
 * The author and those who reported it, before FWS asked to change it, too; for an appeal also who decided before.
 */
async function listReportParties(db: Db | Tx, ids: Ids): Promise<Parties> {
  const cases = await db
    .selectFrom('report_case')
    .select(['id', 'author_id', 'decided_by', 'appealed_at'])
    .where('id', 'in', ids)
    .execute();
  const reports = await db
    .selectFrom('report_case')
    .innerJoin('report_case as reported', (join) =>
      join
        .onRef('reported.subject_type', '=', 'report_case.subject_type')
        .onRef('reported.subject_id', '=', 'report_case.subject_id'),
    )
    .innerJoin('report', 'report.case_id', 'reported.id')
    .select(['report_case.id as case_id', 'report.reporter_id'])
    .where('report_case.id', 'in', ids)
    .where('report.reporter_id', 'is not', null)
    .where((report) =>
      report.or([
        report('reported.id', '=', report.ref('report_case.id')),
        report.and([
          report('report_case.waits_until', 'is not', null),
          report('reported.decision', '=', 'ask_change'),
        ]),
      ]),
    )
    .execute();
  return toParties(cases, ({ id, author_id, decided_by, appealed_at }) => [
    author_id,
    appealed_at === null ? null : decided_by,
    ...reports.flatMap((report) => (report.case_id === id ? report.reporter_id : [])),
  ]);
}

/** The parties of the dispute or ops case that waits for approval. Reopening payouts is nobody's case. */
async function listApprovalParties(db: Db | Tx, ids: Ids): Promise<Parties> {
  const approvals = await db
    .selectFrom('admin_approval')
    .select(['id', 'act', 'subject_id'])
    .where('id', 'in', ids)
    .execute();
  const listSubjectIds = (act: string) =>
    approvals.filter((approval) => approval.act === act).map((approval) => approval.subject_id);
  const disputes = await listParties(db, 'dispute', listSubjectIds('dispute_settled'));
  const cases = await listParties(db, 'case', listSubjectIds('case_decided'));
  return toParties(approvals, ({ act, subject_id }) => {
    if (act === 'dispute_settled') return [...(disputes.get(subject_id) ?? [])];
    return act === 'case_decided' ? [...(cases.get(subject_id) ?? [])] : [];
  });
}

/** What `ops_case.subject` names, by the kind of the case. */
const CASE_SUBJECTS: Record<OpsCaseKind, 'withdrawal' | 'refund' | 'payment' | 'chargeback' | 'platform'> = {
  withdrawal_unknown: 'withdrawal',
  withdrawal_contradicted: 'withdrawal',
  refund_failed: 'refund',
  payment_unapplied: 'payment',
  chargeback_open: 'chargeback',
  chargeback_lost: 'chargeback',
  chargeback_late: 'chargeback',
  release_withdrawn: 'chargeback',
  payer_stopped: 'chargeback',
  settlement_odd: 'platform',
  ledger_broken: 'platform',
  cover_short: 'platform',
};

/** The owner of the withdrawal, or both sides of the job that was paid for. */
async function listCaseParties(db: Db | Tx, ids: Ids): Promise<Parties> {
  const cases = await db
    .selectFrom('ops_case')
    .select(['id', 'kind', 'subject'])
    .where('id', 'in', ids)
    .execute();
  const listSubjects = (named: (typeof CASE_SUBJECTS)[OpsCaseKind]) =>
    cases.filter(({ kind }) => CASE_SUBJECTS[kind as OpsCaseKind] === named).map(({ subject }) => subject);
  const owners = await findWithdrawalOwners(db, listSubjects('withdrawal'));
  const orders = new Map([
    ...(await findRefundOrders(db, listSubjects('refund'))),
    ...(await findProviderOrders(db, 'payment', listSubjects('payment'))),
    ...(await findProviderOrders(db, 'chargeback', listSubjects('chargeback'))),
  ]);
  const sides = await findOrderSides(db, [...new Set(orders.values())]);
  return toParties(cases, ({ kind, subject }) =>
    CASE_SUBJECTS[kind as OpsCaseKind] === 'withdrawal'
      ? [owners.get(subject)]
      : [...(sides.get(orders.get(subject) ?? '') ?? [])],
  );
}

async function findWithdrawalOwners(
  db: Db | Tx,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('withdrawal')
    .select(['id', 'user_id'])
    .where('id', 'in', subjects.map(Number))
    .execute();
  return new Map(rows.map(({ id, user_id }) => [String(id), user_id]));
}

/** The order of each refund, by the subject of its case. */
async function findRefundOrders(
  db: Db | Tx,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map();
  const rows = await db.selectFrom('refund').select(['id', 'order_id']).where('id', 'in', subjects).execute();
  return new Map(rows.map(({ id, order_id }) => [id, order_id]));
}

/** The order of each payment or chargeback, by the subject of its case: "provider:id". */
async function findProviderOrders(
  db: Db | Tx,
  table: 'payment' | 'chargeback',
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await sql<{ subject: string; order_id: string }>`
    SELECT wanted.subject, found.order_id
    FROM unnest(${subjects}::text[]) AS wanted (subject)
    JOIN ${sql.table(table)} found ON found.provider = split_part(wanted.subject, ':', 1)
      AND found.${sql.ref(`${table}_id`)} = substr(wanted.subject, strpos(wanted.subject, ':') + 1)`.execute(
    db,
  );
  return new Map(rows.map(({ subject, order_id }) => [subject, order_id]));
}

async function findOrderSides(db: Db | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, Ids>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('escrow_order')
    .innerJoin('milestone', 'milestone.id', 'escrow_order.milestone_id')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .select(['escrow_order.id', 'contract.poster_id', 'contract.worker_id'])
    .where('escrow_order.id', 'in', orderIds)
    .execute();
  return new Map(rows.map(({ id, poster_id, worker_id }) => [id, [poster_id, worker_id]]));
}

/** The staff whose role has the permission and whose account is not suspended. */
export async function listDeciders(db: Db | Tx, permission: Permission): Promise<number[]> {
  const roles: readonly Role[] = PERMISSIONS[permission];
  const rows = await db
    .selectFrom('admin_member')
    .innerJoin('user_account', 'user_account.id', 'admin_member.user_id')
    .select('admin_member.user_id')
    .where('admin_member.role', 'in', roles)
    .where('user_account.suspended_at', 'is', null)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** Who asked for the approval: they cannot give it. */
export async function findRequester(db: Db | Tx, approvalId: number): Promise<number | null> {
  const row = await db
    .selectFrom('admin_approval')
    .select('asked_by')
    .where('id', '=', approvalId)
    .executeTakeFirst();
  return row?.asked_by ?? null;
}
