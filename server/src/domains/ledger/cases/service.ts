import { formatRupees } from '@fws/contract/platform/display';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';

/** Cases that no rule decides. The money stays in its account, the case is listed, and operators get a mail. */
export type OpsCaseKind =
  /** A payment that fits no state: in `unapplied:<order>`, then in `refund:<id>`, refunded automatically. */
  | 'payment_unapplied'
  /** Every try of a refund failed: the money is in `refund:<id>`. */
  | 'refund_failed'
  /** No final status from the provider for a day: the money is in `withdrawal:<id>`. */
  | 'withdrawal_unknown'
  /** The provider reports a status that contradicts an earlier one. */
  | 'withdrawal_contradicted'
  /** A bank asks for a payment back: evidence is due by a date. */
  | 'chargeback_open'
  /** Lost, and not fully covered by the milestone's escrow. */
  | 'chargeback_lost'
  /** A payment was taken back whose release was withdrawn before: no wallet is charged for it. */
  | 'release_withdrawn'
  /** A payer funds nothing since a bank took a payment back. */
  | 'payer_stopped'
  /** Won after the milestone was settled without it: the money is in `unapplied:<order>`. */
  | 'chargeback_late'
  /** The provider changed its report of a settlement, or our bank sent the settlement back. */
  | 'settlement_odd'
  /** An invariant does not hold, or a sealed day was changed. */
  | 'ledger_broken'
  /** What we hold does not cover what we owe: the platform has to pay in its own costs. */
  | 'cover_short';

export interface OpsCase {
  kind: OpsCaseKind;
  subject: string;
  amountPaise: number | null;
  detail: string;
}

const HOUR_MS = 3600_000;
/** The time until a person should have handled the case. */
const DUE_AFTER_HOURS: Record<OpsCaseKind, number> = {
  ledger_broken: 1,
  withdrawal_contradicted: 4,
  withdrawal_unknown: 8,
  refund_failed: 24,
  payment_unapplied: 24,
  settlement_odd: 24,
  cover_short: 48,
  chargeback_lost: 72,
  release_withdrawn: 72,
  payer_stopped: 72,
  chargeback_late: 72,
  chargeback_open: 72,
};

export interface OpenCaseOptions {
  /** When the case is due, if that is known more precisely than by its kind. */
  dueAt?: Date | null;
  /** Almost always resolves by itself: listed, without a mail. */
  quiet?: boolean;
  /** Do not open a case again with the same detail that a person marked as resolved. */
  skipIfResolved?: boolean;
}

/** Opens one case per kind and subject. True if it is new. */
export async function openCase(
  tx: Tx,
  opsCase: OpsCase,
  now: Date,
  { dueAt, quiet = false, skipIfResolved = false }: OpenCaseOptions = {},
): Promise<boolean> {
  const { kind, subject, amountPaise, detail } = opsCase;
  if (skipIfResolved && (await wasResolvedByPerson(tx, opsCase))) return false;
  const row = await tx
    .insertInto('ops_case')
    .values({
      kind,
      subject,
      amount_paise: amountPaise,
      detail,
      raised_at: now,
      due_at: dueAt ?? new Date(now.getTime() + DUE_AFTER_HOURS[kind] * HOUR_MS),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (row && !quiet) await enqueue(tx, 'alert_operators', { caseId: row.id });
  return row !== undefined;
}

async function wasResolvedByPerson(tx: Tx, { kind, subject, detail }: OpsCase): Promise<boolean> {
  const row = await tx
    .selectFrom('ops_case')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('detail', '=', detail)
    .where('resolution', '=', 'resolve')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Resolves the open cases of a subject that came right without a person. */
export async function resolveCase(
  tx: Tx,
  kinds: readonly OpsCaseKind[],
  subject: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('ops_case')
    .set({ resolved_at: now })
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Resolves the open cases of a kind whose subjects are not in `exceptSubjects`. */
export async function resolveCasesExcept(
  tx: Tx,
  kind: OpsCaseKind,
  exceptSubjects: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('ops_case')
    .set({ resolved_at: now })
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .$if(exceptSubjects.length > 0, (rows) => rows.where('subject', 'not in', [...exceptSubjects]))
    .execute();
}

export interface OpenCase extends OpsCase {
  id: number;
  raisedAt: Date;
}

/** Open cases, oldest first. */
export async function listOpenCases(db: Db | Tx): Promise<OpenCase[]> {
  const rows = await db
    .selectFrom('ops_case')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as OpsCaseKind,
    subject: row.subject,
    amountPaise: row.amount_paise,
    detail: row.detail,
    raisedAt: row.raised_at,
  }));
}

/** Task: mails the operators. The mail contains no name, account or number of a person. */
export async function alertOperators({ db, ports, config }: Deps, caseId: number): Promise<void> {
  const opsCase = await db.selectFrom('ops_case').selectAll().where('id', '=', caseId).executeTakeFirst();
  if (!opsCase || opsCase.resolved_at !== null) return;
  const amount = opsCase.amount_paise === null ? '' : `, ${formatRupees(opsCase.amount_paise)}`;
  await ports.mail.send({
    to: config.operationsEmail,
    subject: `FWS ops case: ${opsCase.kind}`,
    text: `${opsCase.kind}: ${opsCase.subject}${amount}\n${opsCase.detail}\n\nWhat it means and what to do: docs/money.md, "Ops cases".`,
  });
}
