import { sql } from 'kysely';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { Db } from '../../../platform/db/index.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { createHistoryEvent, listSteps, type HistoryEvent } from './history.ts';
import type { FoundRecord, FoundLink } from './found-record.ts';

/** An awarded job with its milestones, orders and disputes, and the state changes of all of them. */
export async function findContractRecord(db: Db, jobId: number, locale: Locale): Promise<FoundRecord | null> {
  const contract = await db
    .selectFrom('contract')
    .innerJoin('job', 'job.id', 'contract.job_id')
    .selectAll('contract')
    .select(['job.title', sql<string>`job.number::text`.as('number')])
    .where('contract.job_id', '=', jobId)
    .executeTakeFirst();
  if (!contract) return null;
  const milestones = await db
    .selectFrom('milestone')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  const formatMilestoneName = ({ position, name }: { position: number; name: string }): string =>
    `${position}. ${translateIfId(locale, name)}`;
  const names = new Map(
    milestones.map((milestone) => [String(milestone.id), formatMilestoneName(milestone)]),
  );
  const [steps, otherEvents, orders, disputes] = await Promise.all([
    listSteps(db, { jobId }, (subject, id) =>
      subject === 'milestone'
        ? (names.get(id) ?? '')
        : subject === 'dispute'
          ? formatTicketNumber(Number(id))
          : '',
    ),
    listOtherEvents(db, jobId, names),
    listOrderLinks(db, jobId),
    listDisputes(db, jobId),
  ]);
  return {
    row: {
      id: String(jobId),
      number: contract.number,
      title: contract.title,
      state: getContractState(contract),
      amountPaise: contract.total_paise,
      at: contract.awarded_at,
    },
    people: [
      { id: contract.poster_id, role: 'poster' },
      { id: contract.worker_id, role: 'worker' },
    ],
    facts: [['term', 'word', `term.${contract.term}`]],
    parts: milestones.map((milestone) => ({
      subject: 'milestone',
      name: formatMilestoneName(milestone),
      amountPaise: milestone.amount_paise,
      states: [milestone.fund_state, milestone.work_state, ...(milestone.on_hold ? ['held'] : [])],
      detail: milestone.comment,
    })),
    links: [
      { kind: 'job', id: String(jobId), number: contract.number, state: '', amountPaise: null },
      ...orders,
      ...disputes.map((dispute): FoundLink => ({
        kind: 'dispute',
        id: String(dispute.id),
        number: formatTicketNumber(dispute.id),
        state: dispute.state,
        amountPaise: null,
      })),
    ],
    events: [
      // Each proposed sum is an event of its own.
      ...steps.filter(
        ({ subject, state }) => subject !== 'quote' && !(subject === 'split' && state === 'proposed'),
      ),
      ...otherEvents,
      ...disputes.map((dispute) =>
        createHistoryEvent(dispute.raised_at, 'dispute', 'open', {
          name: formatTicketNumber(dispute.id),
          byUser: dispute.raised_by,
        }),
      ),
    ],
    ledger: sql`txn.job_id = ${jobId}`,
  };
}

export const getContractState = (contract: {
  cancelled_at: Date | null;
  completed_at: Date | null;
}): string => (contract.cancelled_at ? 'cancelled' : contract.completed_at ? 'completed' : 'under_way');

const listOrderLinks = async (db: Db, jobId: number): Promise<FoundLink[]> => {
  const orders = await db
    .selectFrom('escrow_order')
    .innerJoin('milestone', 'milestone.id', 'escrow_order.milestone_id')
    .select(['escrow_order.id', 'escrow_order.state', 'escrow_order.amount_paise'])
    .where('milestone.job_id', '=', jobId)
    .orderBy('escrow_order.created_at')
    .execute();
  return orders.map(({ id, state, amount_paise: amountPaise }) => ({
    kind: 'order',
    id,
    number: id,
    state,
    amountPaise,
  }));
};

const listDisputes = (db: Db, jobId: number) =>
  db
    .selectFrom('dispute')
    .select(['id', 'state', 'raised_by', 'raised_at'])
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();

interface OtherEventRow {
  at: Date;
  subject: string;
  state: string;
  milestone_id: number | null;
  name: string;
  amount_paise: number | null;
  by_user: number | null;
}

/** Events without a lifecycle: cancelling, proposed splits and changes, ratings, invoices. */
async function listOtherEvents(db: Db, jobId: number, names: Map<string, string>): Promise<HistoryEvent[]> {
  const { rows } = await sql<OtherEventRow>`
    SELECT started_at AS at, 'cancellation' AS subject, side AS state, NULL::bigint AS milestone_id, '' AS name,
      NULL::bigint AS amount_paise, by_user
    FROM job_ending WHERE job_id = ${jobId}
    UNION ALL
    SELECT split_turn.at, 'split', 'proposed', split.milestone_id, '', split_turn.worker_paise,
      CASE split_turn.side WHEN 'poster' THEN contract.poster_id ELSE contract.worker_id END
    FROM split_turn JOIN split ON split.id = split_turn.split_id AND split.job_id = split_turn.job_id
    JOIN contract ON contract.job_id = split.job_id WHERE split.job_id = ${jobId}
    UNION ALL
    SELECT turn.at, 'change_order', 'proposed', NULL, '', turn.total_paise,
      CASE turn.side WHEN 'poster' THEN contract.poster_id ELSE contract.worker_id END
    FROM change_order_turn turn JOIN contract ON contract.job_id = turn.job_id WHERE turn.job_id = ${jobId}
    UNION ALL
    SELECT rated_at, 'rating', 'given', NULL, (points / 20.0)::numeric(2, 1)::text, NULL, by_user_id
    FROM rating WHERE job_id = ${jobId}
    UNION ALL
    SELECT invoice.created_at, 'invoice', invoice.kind, milestone.id, invoice.serial, invoice.amount_paise, NULL
    FROM invoice JOIN milestone ON milestone.id = invoice.milestone_id WHERE milestone.job_id = ${jobId}`.execute(
    db,
  );
  return rows.map((row) =>
    createHistoryEvent(row.at, row.subject, row.state, {
      name: [row.name, names.get(String(row.milestone_id))].filter(Boolean).join(' · '),
      amountPaise: row.amount_paise,
      byUser: row.by_user,
    }),
  );
}
