import { QUEUE_COUNT_MAX, type QueueKind } from '@fws/contract/admin/queue/model';
import { read, type Db } from '../../../platform/db/index.ts';

export interface QueueRow {
  kind: QueueKind;
  id: number;
  title: string;
  reference: string;
  amount_paise: number | null;
  since: Date;
  due_at: Date;
}

/** Where a page ends: in the order of the whole queue, so that kinds with the same due time follow each other. */
export interface QueuePlace {
  dueAt: Date;
  kind: string;
  id: number;
}

interface Part {
  /** One kind's table, and what keeps those that wait: each has an index of just them, in the order of `at`. */
  from: string;
  waits: string;
  id: string;
  at: string;
  /** From `at` until it is due. */
  hours: number;
  title: string;
  reference: string;
  amount: string;
  since: string;
}

const PARTS: Record<QueueKind, Part> = {
  dispute: {
    from: 'dispute d JOIN job ON job.id = d.job_id',
    waits: "d.state = 'open'",
    id: 'd.id',
    at: 'd.review_due_at',
    hours: 0,
    title: 'job.title',
    reference: "'FWS-D-' || lpad(d.id::text, 6, '0')",
    amount: `(SELECT sum(amount_paise) FROM milestone WHERE milestone.job_id = d.job_id AND on_hold
      AND fund_state IN ('funded', 'accepted'))`,
    since: 'd.raised_at',
  },
  approval: {
    from: `admin_approval a JOIN dispute d ON d.id = a.subject_id JOIN job ON job.id = d.job_id`,
    waits: "a.state = 'waiting'",
    id: 'a.id',
    at: 'a.asked_at',
    hours: 4,
    title: 'job.title',
    reference: "'FWS-D-' || lpad(d.id::text, 6, '0')",
    amount: 'a.amount_paise',
    since: 'a.asked_at',
  },
  identity: {
    from: 'identity_check c JOIN user_account person ON person.id = c.user_id',
    waits: "c.reviewed_at IS NULL AND c.video_id IS NOT NULL AND c.state IN ('pending', 'verified')",
    id: 'c.id',
    at: 'c.created_at',
    hours: 24,
    title: "person.first_name || ' ' || person.last_name",
    reference: 'upper(c.kind)',
    amount: 'NULL::bigint',
    since: 'c.created_at',
  },
  job: {
    from: 'job j',
    waits: "j.reviewed_at IS NULL AND j.state = 'open'",
    id: 'j.id',
    at: 'j.posted_at',
    hours: 24,
    title: 'j.title',
    reference: 'j.number::text',
    amount: 'j.budget_to_paise',
    since: 'j.posted_at',
  },
  enquiry: {
    from: 'business_enquiry e',
    waits: 'e.answered_at IS NULL',
    id: 'e.id',
    at: 'e.created_at',
    hours: 48,
    title: 'e.company',
    reference: "'B-' || e.id",
    amount: 'NULL::bigint',
    since: 'e.created_at',
  },
};

/** What waits, due first: a page of each kind by its own index, then the first of them all. One more than `limit`. */
export function queueStatement(
  kinds: readonly QueueKind[],
  { after, limit }: { after: QueuePlace | null; limit: number },
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const [dueAt, kindAt, idAt] = after ? [put(after.dueAt), put(after.kind), put(after.id)] : ['', '', ''];
  const partOf = (kind: QueueKind) => {
    const part = PARTS[kind];
    const due = `${part.at} + interval '${part.hours} hours'`;
    const place = after
      ? `AND ${part.at} >= ${dueAt}::timestamptz - interval '${part.hours} hours'
        AND (${due}, '${kind}', ${part.id}) > (${dueAt}::timestamptz, ${kindAt}::text, ${idAt}::bigint)`
      : '';
    return `(SELECT '${kind}' AS kind, ${part.id} AS id, ${part.title} AS title, ${part.reference} AS reference,
        (${part.amount})::bigint AS amount_paise, ${part.since} AS since, ${due} AS due_at
      FROM ${part.from} WHERE ${part.waits} ${place}
      ORDER BY ${part.at}, ${part.id} LIMIT ${limit + 1})`;
  };
  return {
    text: `SELECT * FROM (${kinds.map(partOf).join('\nUNION ALL\n')}) waiting
      ORDER BY due_at, kind, id LIMIT ${limit + 1}`,
    values,
  };
}

export const queueOf = (
  db: Db,
  kinds: readonly QueueKind[],
  page: { after: QueuePlace | null; limit: number },
): Promise<QueueRow[]> => read<QueueRow>(db, queueStatement(kinds, page));

/** How many wait, of each kind; many are counted no further. */
export async function countsOf(db: Db, kinds: readonly QueueKind[]): Promise<Map<QueueKind, number>> {
  const counted = kinds.map((kind) => {
    const { from, waits } = PARTS[kind];
    return `SELECT '${kind}' AS kind, count(*)::int AS waiting
      FROM (SELECT FROM ${from} WHERE ${waits} LIMIT ${QUEUE_COUNT_MAX}) AS one`;
  });
  const rows = await read<{ kind: QueueKind; waiting: number }>(db, {
    text: counted.join('\nUNION ALL\n'),
    values: [],
  });
  return new Map(rows.map(({ kind, waiting }) => [kind, waiting]));
}
