import { formatRupees } from '@fws/contract/platform/display';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue } from '../../platform/jobs/index.ts';

/** What no rule decides: money stays in its account, the matter is listed, and whoever runs the platform gets a mail. */
export type OpsCaseKind =
  /** Money that fits no state: in `unapplied:<order>`, then in `refund:<id>`, and on its way back by itself. */
  | 'payment_unapplied'
  /** The provider gave up on every try: the money is in `refund:<id>`. */
  | 'refund_failed'
  /** No word of the provider for a day: the money is in `withdrawal:<id>`. */
  | 'withdrawal_unknown'
  /** The provider says what cannot be after what it said before. */
  | 'withdrawal_contradicted'
  /** A bank asks for a payment back: there are papers to send by a day. */
  | 'chargeback_open'
  /** Lost, and not wholly covered by the milestone's escrow. */
  | 'chargeback_lost'
  /** Won after the milestone had gone its way: the money is in `unapplied:<order>`. */
  | 'chargeback_late'
  /** The provider changed its word on what it settled, or its bank sent it back. */
  | 'settlement_odd'
  /** An invariant does not hold, or a sealed day was changed. */
  | 'ledger_broken'
  /** What we hold does not cover what we owe: the platform's own costs have to be paid in. */
  | 'cover_short';

export interface Matter {
  kind: OpsCaseKind;
  subject: string;
  amountPaise: number | null;
  detail: string;
}

const HOUR_MS = 3600_000;
/** Until somebody should have looked. */
const DUE_AFTER_HOURS: Record<OpsCaseKind, number> = {
  ledger_broken: 1,
  withdrawal_contradicted: 4,
  withdrawal_unknown: 8,
  refund_failed: 24,
  payment_unapplied: 24,
  settlement_odd: 24,
  cover_short: 48,
  chargeback_lost: 72,
  chargeback_late: 72,
  chargeback_open: 72,
};

export interface Raising {
  /** By when it must be seen to, where that is known better than by its kind. */
  dueAt?: Date | null;
  /** Comes right by itself almost always: shown, and nobody is mailed. */
  quiet?: boolean;
  /** What a person has marked as seen to is not raised again for the very same words. */
  unlessSeenTo?: boolean;
}

/** Once while it is open. True when it is new. */
export async function openCase(
  tx: Tx,
  matter: Matter,
  now: Date,
  { dueAt, quiet = false, unlessSeenTo = false }: Raising = {},
): Promise<boolean> {
  const { kind, subject, amountPaise, detail } = matter;
  if (unlessSeenTo && (await wasSeenTo(tx, matter))) return false;
  const row = await tx
    .insertInto('needs_look')
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
  if (row && !quiet) await enqueue(tx, 'tell_operators', { matterId: row.id });
  return row !== undefined;
}

async function wasSeenTo(tx: Tx, { kind, subject, detail }: Matter): Promise<boolean> {
  const row = await tx
    .selectFrom('needs_look')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('detail', '=', detail)
    .where('resolution', '=', 'resolve')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** It came right by itself. */
export async function resolveCase(
  tx: Tx,
  kinds: readonly OpsCaseKind[],
  subject: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('needs_look')
    .set({ resolved_at: now })
    .where('kind', 'in', kinds)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Those of a kind that are open and not among `still`: they hold again. */
export async function resolveCasesExcept(
  tx: Tx,
  kind: OpsCaseKind,
  still: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('needs_look')
    .set({ resolved_at: now })
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .$if(still.length > 0, (rows) => rows.where('subject', 'not in', [...still]))
    .execute();
}

export interface OpenCase extends Matter {
  id: number;
  raisedAt: Date;
}

/** What waits, the longest first. */
export async function listOpenCases(db: Db | Tx): Promise<OpenCase[]> {
  const rows = await db
    .selectFrom('needs_look')
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

/** Task: a mail to whoever runs the platform. No name, account or number of a person stands in it. */
export async function alertOperators({ db, ports, config }: Deps, matterId: number): Promise<void> {
  const matter = await db.selectFrom('needs_look').selectAll().where('id', '=', matterId).executeTakeFirst();
  if (!matter || matter.resolved_at !== null) return;
  const amount = matter.amount_paise === null ? '' : `, ${formatRupees(matter.amount_paise)}`;
  await ports.mail.send({
    to: config.operationsEmail,
    subject: `FWS needs a look: ${matter.kind}`,
    text: `${matter.kind}: ${matter.subject}${amount}\n${matter.detail}\n\nWhat it means and what to do: docs/money.md, "What waits where".`,
  });
}
