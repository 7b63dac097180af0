import type { Tx } from '../../server/src/platform/db/index.ts';
import { getRequired, HOUR_MS, subtractHours } from './tools.ts';

interface Loaded {
  people: Map<string, number>;
  jobs: Map<string, number>;
  now: Date;
}

/** Quotes on an open job. The poster has asked for another in place of the first. */
export const demoQuotes = {
  job: 'Two sliding wardrobes, 3BHK flat',
  poster: 'meera',
  quotes: [
    {
      worker: 'imran',
      rupees: 56_000,
      workScope:
        'Both wardrobes in 18 mm BWP plywood with soft-close channels, fitting of your laminate, edge bands.',
      quotedHoursAgo: 1.6,
      asked: { rupees: 52_000, note: 'Could you do it for this, with plain handles?', hoursAgo: 1.2 },
    },
    {
      worker: 'fatima',
      rupees: 59_500,
      workScope: 'Design and fitting of both wardrobes with my team. Handles and channels of your choice.',
      quotedHoursAgo: 0.9,
      asked: null,
    },
  ],
} as const;

/** What the worker of a job would like to change in its plan. */
export const demoChange = {
  job: 'Modular kitchen fitting, 2BHK flat',
  name: 'Loft shutters',
  rupees: 7_000,
  note: 'You asked for shutters on the loft too. Four of them, in the same laminate.',
  hoursAgo: 8,
} as const;

const CHANGE_DAYS = 7;

export async function insertNegotiations(tx: Tx, loaded: Loaded): Promise<void> {
  for (const quote of demoQuotes.quotes) await insertQuote(tx, quote, loaded);
  const jobId = getRequired(loaded.jobs, demoQuotes.job);
  await tx
    .updateTable('job')
    .set({ quotes_received: demoQuotes.quotes.length })
    .where('id', '=', jobId)
    .execute();
  await insertChange(tx, loaded);
}

async function insertQuote(
  tx: Tx,
  { worker, rupees, workScope, quotedHoursAgo, asked }: (typeof demoQuotes.quotes)[number],
  { people, jobs, now }: Loaded,
): Promise<void> {
  const jobId = getRequired(jobs, demoQuotes.job);
  const quotedAt = subtractHours(now, quotedHoursAgo);
  const askedAt = asked && subtractHours(now, asked.hoursAgo);
  const { id: quoteId } = await tx
    .insertInto('quote')
    .values({
      job_id: jobId,
      worker_id: getRequired(people, worker),
      bid_paise: rupees * 100,
      term: 'completion',
      parts: '[]',
      work_scope: workScope,
      proposal_id: null,
      state: asked ? 'asked' : 'submitted',
      created_at: quotedAt,
      decided_at: null,
      ...(askedAt && { turn: 2, turn_at: askedAt, seen_at: askedAt, answered_at: askedAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!asked || !askedAt) return;
  const step = { job_id: jobId, quote_id: quoteId, term: null, parts: '[]', filter_version: 0 };
  await tx
    .insertInto('quote_history')
    .values([
      {
        ...step,
        number: 1,
        step: 'offered',
        turn: 1,
        version: 1,
        bid_paise: rupees * 100,
        term: 'completion',
        work_scope: workScope,
        note: '',
        at: quotedAt,
      },
      {
        ...step,
        number: 2,
        step: 'asked',
        turn: 2,
        version: null,
        bid_paise: asked.rupees * 100,
        work_scope: '',
        note: asked.note,
        at: askedAt,
      },
    ])
    .execute();
}

async function insertChange(tx: Tx, { jobs, now }: Loaded): Promise<void> {
  const { name, rupees, note, hoursAgo } = demoChange;
  const jobId = getRequired(jobs, demoChange.job);
  const openedAt = subtractHours(now, hoursAgo);
  const { total_paise: totalPaise } = await tx
    .selectFrom('contract')
    .select('total_paise')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('change_order')
    .values({
      job_id: jobId,
      side: 'worker',
      plan_version: 1,
      opened_at: openedAt,
      due_at: new Date(openedAt.getTime() + CHANGE_DAYS * 24 * HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('change_order_turn')
    .values({
      job_id: jobId,
      change_id: id,
      turn: 1,
      side: 'worker',
      changes: JSON.stringify([{ kind: 'add', name, amountPaise: rupees * 100 }]),
      total_paise: totalPaise + rupees * 100,
      finish_by: null,
      note,
      at: openedAt,
    })
    .execute();
}
