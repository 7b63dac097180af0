import { QUEUE_COUNT_MAX, QUEUE_STAKES, type QueueKind } from '@fws/contract/admin/queue/model';
import { read, type Db } from '../../../platform/db/index.ts';
import { PARTS } from './parts.ts';

export interface QueueRow {
  kind: QueueKind;
  id: number;
  title: string;
  reference: string;
  amount_paise: number | null;
  since: Date;
  due_at: Date;
}

/** The end of a page in the order of the whole queue. The kind breaks ties between equal due times. */
export interface QueuePosition {
  dueAt: Date;
  kind: QueueKind;
  id: number;
}

/**
 * Waiting items by stake and due time: reads a page of each kind by its own index, then merges them. One row more than
 * `limit`.
 */
export function buildQueueStatement(
  kinds: readonly QueueKind[],
  { after, limit }: { after: QueuePosition | null; limit: number },
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const put = (value: unknown) => `$${values.push(value)}`;
  const [dueAt, kindAt, idAt] = after ? [put(after.dueAt), put(after.kind), put(after.id)] : ['', '', ''];
  // Kinds of a higher stake than the last row's have been shown whole, and of those of a lower one nothing.
  const stakeAt = after ? QUEUE_STAKES[after.kind] : 0;
  const remainingKinds = kinds.filter((kind) => QUEUE_STAKES[kind] >= stakeAt);
  const buildPartStatement = (kind: QueueKind) => {
    const part = PARTS[kind];
    const due = `${part.at} + interval '${part.hours} hours'`;
    const position =
      after && QUEUE_STAKES[kind] === stakeAt
        ? `AND ${part.at} >= ${dueAt}::timestamptz - interval '${part.hours} hours'
        AND (${due}, '${kind}', ${part.id}) > (${dueAt}::timestamptz, ${kindAt}::text, ${idAt}::bigint)`
        : '';
    return `(SELECT ${QUEUE_STAKES[kind]} AS stake, '${kind}' AS kind, ${part.id} AS id, ${part.title} AS title, ${part.reference} AS reference,
        (${part.amount})::bigint AS amount_paise, ${part.since} AS since, ${due} AS due_at
      FROM ${part.from} WHERE ${part.condition} ${position}
      ORDER BY ${part.at}, ${part.id} LIMIT ${limit + 1})`;
  };
  return {
    text: `SELECT * FROM (${remainingKinds.map(buildPartStatement).join('\nUNION ALL\n')}) waiting
      ORDER BY stake, due_at, kind, id LIMIT ${limit + 1}`,
    values,
  };
}

export const loadQueue = (
  db: Db,
  kinds: readonly QueueKind[],
  page: { after: QueuePosition | null; limit: number },
): Promise<QueueRow[]> => read<QueueRow>(db, buildQueueStatement(kinds, page));

/** Counts the waiting items of each kind, up to QUEUE_COUNT_MAX. */
export async function countWaiting(db: Db, kinds: readonly QueueKind[]): Promise<Map<QueueKind, number>> {
  const statements = kinds.map((kind) => {
    const { from, condition } = PARTS[kind];
    return `SELECT '${kind}' AS kind, count(*)::int AS waiting
      FROM (SELECT 1 FROM ${from} WHERE ${condition} LIMIT ${QUEUE_COUNT_MAX}) AS one`;
  });
  const rows = await read<{ kind: QueueKind; waiting: number }>(db, {
    text: statements.join('\nUNION ALL\n'),
    values: [],
  });
  return new Map(rows.map(({ kind, waiting }) => [kind, waiting]));
}
