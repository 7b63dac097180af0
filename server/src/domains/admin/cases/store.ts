import { sql, type Selectable } from 'kysely';
import type { LedgerEntry } from '@fws/contract/admin/disputes/schemas';
import type { OpsCaseDecision, OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { OpsCaseTable } from '../../../platform/db/tables.ts';
import {
  toEscrowAccount,
  toRefundAccount,
  toUnappliedAccount,
  toWalletAccount,
  toWithdrawalAccount,
} from '../../ledger/index.ts';
import { listLedgerEntries } from '../journal/service.ts';

export type OpsCaseRow = Selectable<OpsCaseTable> & { kind: OpsCaseKind };

export async function findCase(db: Db | Tx, id: number): Promise<OpsCaseRow | null> {
  const row = await db.selectFrom('ops_case').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { ...row, kind: row.kind as OpsCaseKind } : null;
}

/** Lock the case after all rows that it is about. False when it is already resolved. */
export async function lockOpenCase(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('ops_case')
    .select('id')
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeCase(
  tx: Tx,
  id: number,
  resolution: { resolved_at: Date; resolved_by: number; resolution: OpsCaseDecision },
): Promise<void> {
  await tx
    .updateTable('ops_case')
    .set(resolution)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .execute();
}

/** "cashfree:cb_7": the provider, and its id for the subject. */
export function parseProviderKey(subject: string): { provider: string; id: string } {
  const at = subject.indexOf(':');
  return { provider: subject.slice(0, at), id: subject.slice(at + 1) };
}

/** Loads the rows that a case is about, by its kind. */
export async function loadSubject(db: Db | Tx, { kind, subject }: Pick<OpsCaseRow, 'kind' | 'subject'>) {
  const none = { withdrawal: null, refund: null, payment: null, chargeback: null, settlement: null };
  switch (kind) {
    case 'withdrawal_unknown':
    case 'withdrawal_contradicted':
      return { ...none, withdrawal: await findWithdrawal(db, Number(subject)) };
    case 'refund_failed': {
      const refund = await findRefund(db, subject);
      return { ...none, refund, payment: await findRefundPayment(db, refund) };
    }
    case 'payment_unapplied': {
      const payment = await findPayment(db, parseProviderKey(subject));
      return { ...none, payment, refund: await findUnappliedRefund(db, payment) };
    }
    case 'chargeback_open':
    case 'chargeback_lost':
    case 'release_withdrawn':
    case 'payer_stopped':
    case 'chargeback_late': {
      const chargeback = await findChargeback(db, parseProviderKey(subject));
      const payment =
        chargeback && (await findPayment(db, { provider: chargeback.provider, id: chargeback.payment_id }));
      return { ...none, chargeback, payment };
    }
    case 'settlement_odd':
      return { ...none, settlement: await findSettlement(db, parseProviderKey(subject)) };
    case 'ledger_broken':
    case 'cover_short':
      return none;
  }
}
export type Subject = Awaited<ReturnType<typeof loadSubject>>;

const findWithdrawal = async (db: Db | Tx, id: number) =>
  (await db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

const findRefund = async (db: Db | Tx, id: string) =>
  (await db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

async function findPayment(db: Db | Tx, { provider, id }: { provider: string; id: string }) {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
type Payment = Awaited<ReturnType<typeof findPayment>>;
type Refund = Awaited<ReturnType<typeof findRefund>>;

async function findRefundPayment(db: Db | Tx, refund: Refund): Promise<Payment> {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', refund?.order_id ?? '')
    .where('payment_id', '=', refund?.payment_id ?? '')
    .executeTakeFirst();
  return row ?? null;
}

async function findUnappliedRefund(db: Db | Tx, payment: Payment): Promise<Refund> {
  const row = await db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', '=', payment?.order_id ?? '')
    .where('payment_id', '=', payment?.payment_id ?? '')
    .where('reason', '=', 'unapplied')
    .executeTakeFirst();
  return row ?? null;
}

async function findChargeback(db: Db | Tx, { provider, id }: { provider: string; id: string }) {
  const row = await db
    .selectFrom('chargeback')
    .leftJoin('milestone', 'milestone.id', 'chargeback.milestone_id')
    .selectAll('chargeback')
    .select('milestone.fund_state')
    .where('provider', '=', provider)
    .where('chargeback_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function findSettlement(db: Db | Tx, { provider, id }: { provider: string; id: string }) {
  const row = await db
    .selectFrom('settlement')
    .selectAll()
    .where('provider', '=', provider)
    .where('settlement_id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the poster, the worker and the job of the money. */
export async function loadParties(db: Db | Tx, { withdrawal, refund, payment, chargeback }: Subject) {
  const orderId = payment?.order_id ?? refund?.order_id ?? chargeback?.order_id;
  if (withdrawal) return { posterId: null, workerId: withdrawal.user_id, job: null };
  if (orderId === undefined) return { posterId: null, workerId: null, job: null };
  const row = await db
    .selectFrom('escrow_order')
    .innerJoin('milestone', 'milestone.id', 'escrow_order.milestone_id')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .innerJoin('contract', 'contract.job_id', 'job.id')
    .select(['job.id', 'job.title', 'milestone.name as milestone', 'milestone.id as milestone_id'])
    .select(['contract.poster_id', 'contract.worker_id'])
    .select(sql<string>`job.number::text`.as('number'))
    .where('escrow_order.id', '=', orderId)
    .executeTakeFirst();
  if (!row) return { posterId: null, workerId: null, job: null };
  const { poster_id: posterId, worker_id: workerId, ...job } = row;
  return { posterId, workerId, job };
}
export type Parties = Awaited<ReturnType<typeof loadParties>>;

/** Of these the money is, or was, in the worker's wallet. */
const LED_TO_WALLET: readonly OpsCaseKind[] = ['chargeback_late', 'chargeback_lost', 'release_withdrawn'];

/** The ledger accounts that can hold money of this case. */
function listAccountCodes(
  kind: OpsCaseKind,
  { withdrawal, refund, payment, chargeback, settlement }: Subject,
  parties: Parties,
) {
  if (kind === 'cover_short')
    return ['bank', 'payout_float', 'provider_clearing', 'own_funds', 'fee_expense', 'gst_input'].concat(
      'chargeback_receivable',
      'chargeback_loss',
    );
  if (settlement) return ['provider_clearing', 'bank'];
  const orderId = payment?.order_id ?? chargeback?.order_id;
  return [
    ...(withdrawal ? [toWithdrawalAccount(withdrawal.id), toWalletAccount(withdrawal.user_id)] : []),
    ...(refund ? [toRefundAccount(refund.id)] : []),
    ...(orderId ? [toUnappliedAccount(orderId)] : []),
    ...(chargeback && parties.job ? [toEscrowAccount(parties.job.milestone_id)] : []),
    ...(LED_TO_WALLET.includes(kind) && parties.workerId !== null ? [toWalletAccount(parties.workerId)] : []),
  ];
}

export async function listBalances(db: Db | Tx, opsCase: OpsCaseRow, subject: Subject, parties: Parties) {
  const codes = listAccountCodes(opsCase.kind, subject, parties);
  if (codes.length === 0) return [];
  const { rows } = await sql<{ account: string; balancePaise: number }>`
    SELECT wanted.code AS account, coalesce(b.balance, 0)::bigint AS "balancePaise"
    FROM unnest(${codes}::text[]) WITH ORDINALITY AS wanted (code, at)
    LEFT JOIN ledger.balance b ON b.code = wanted.code
    ORDER BY wanted.at`.execute(db);
  return rows;
}

/** The ledger transactions of this money, oldest first. */
export async function listCaseLedgerEntries(
  db: Db | Tx,
  opsCase: Pick<OpsCaseRow, 'subject'>,
  { withdrawal, refund, payment, chargeback, settlement }: Subject,
  parties: Parties,
): Promise<LedgerEntry[]> {
  const orderId = payment?.order_id ?? refund?.order_id ?? chargeback?.order_id;
  if (withdrawal) return listLedgerEntries(db, sql`txn.withdrawal_id = ${withdrawal.id}`);
  if (orderId !== undefined)
    return listLedgerEntries(
      db,
      sql`txn.order_id = ${orderId} OR txn.milestone_id = ${parties.job?.milestone_id ?? 0}`,
    );
  if (settlement) {
    const key = `settlement:${opsCase.subject}`;
    return listLedgerEntries(db, sql`txn.idempotency_key IN (${key}, ${`${key}:reversed`})`);
  }
  return [];
}

export const listLedgerEntriesByKey = (db: Db | Tx, key: string): Promise<LedgerEntry[]> =>
  listLedgerEntries(db, sql`txn.idempotency_key = ${key}`);
