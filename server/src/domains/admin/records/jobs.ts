import { sql } from 'kysely';
import type { Db } from '../../../platform/db/index.ts';
import { getContractState } from './contracts.ts';
import type { FoundRecord } from './found-record.ts';
import { createHistoryEvent, listSteps } from './history.ts';

/** A job with its poster and quotes, and its history until it was awarded. */
export async function findJobRecord(db: Db, id: number): Promise<FoundRecord | null> {
  const job = await db
    .selectFrom('job')
    .innerJoin('category', 'category.id', 'job.category_id')
    .leftJoin('contract', 'contract.job_id', 'job.id')
    .selectAll('job')
    .select([
      'category.name as category',
      'contract.total_paise',
      'contract.completed_at',
      'contract.cancelled_at',
    ])
    .select(sql<string>`job.number::text`.as('shown_number'))
    .where('job.id', '=', id)
    .executeTakeFirst();
  if (!job) return null;
  const quotes = await db
    .selectFrom('quote')
    .innerJoin('user_account as worker', 'worker.id', 'quote.worker_id')
    .select(['quote.id', 'quote.worker_id', 'quote.bid_paise', 'quote.created_at'])
    .select(sql<string>`rtrim(first_name || ' ' || last_name)`.as('name'))
    .where('job_id', '=', id)
    .orderBy('quote.id')
    // A safety limit: no job gets that many quotes.
    .limit(500)
    .execute();
  const names = new Map(quotes.map((quote) => [String(quote.id), quote.name]));
  const steps = await listSteps(db, { jobId: id }, (subject, subjectId) =>
    subject === 'quote' ? (names.get(subjectId) ?? '') : '',
  );
  return {
    row: {
      id: String(job.id),
      number: job.shown_number,
      title: job.title,
      state: job.state,
      amountPaise: job.budget_to_paise,
      at: job.posted_at,
    },
    people: [{ id: job.poster_id, role: 'poster' }],
    facts: [
      ['category', 'text', job.category],
      ['place', 'text', job.location],
      ['closes', 'time', `${job.closes_on}T00:00:00+05:30`],
      ['term', 'word', `term.${job.payment_term}`],
      ['quotes', 'text', String(job.quotes_received)],
      ['verified', 'word', job.verified_at === null ? 'no' : 'yes'],
    ],
    parts: [],
    links:
      job.total_paise === null
        ? []
        : [
            {
              kind: 'contract',
              id: String(id),
              number: job.shown_number,
              state: getContractState(job),
              amountPaise: job.total_paise,
            },
          ],
    events: [
      createHistoryEvent(job.posted_at, 'job', 'open', { byUser: job.poster_id }),
      ...(job.reviewed_at
        ? [
            createHistoryEvent(job.reviewed_at, 'job', job.verified_at ? 'verified' : 'not_verified', {
              byUser: job.reviewed_by,
            }),
          ]
        : []),
      ...quotes.map((quote) =>
        createHistoryEvent(quote.created_at, 'quote', 'submitted', {
          name: quote.name,
          amountPaise: quote.bid_paise,
          byUser: quote.worker_id,
        }),
      ),
      ...steps.filter(({ subject }) => subject === 'job' || subject === 'quote'),
    ],
    ledger: sql`txn.job_id = ${id}`,
  };
}
