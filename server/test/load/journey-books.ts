import { sql } from 'kysely';
import type { PostingKind } from '@fws/contract/platform/posting-kinds';
import { describeJourney, type Journey } from './journeys.ts';
import type { World } from '../world.ts';

/** Differences between journeys and the database, a line each. */
export interface JourneyFaults {
  /** Answered 200, but not in the database. */
  lost: string[];
  /** In the database more than once. */
  doubled: string[];
  /** In the database, but not of this journey or with another amount. */
  unexpected: string[];
}

/** Checks that the database contains everything that each journey was answered 200 for. */
export async function checkJourneys(world: World, journeys: readonly Journey[]): Promise<JourneyFaults> {
  const faults: JourneyFaults = { lost: [], doubled: [], unexpected: [] };
  for (const journey of journeys) {
    const actual = [...(await readRows(world, journey)), ...(await readEntries(world, journey))];
    const expected = listExpected(journey);
    const add = (list: string[], lines: readonly string[]) =>
      list.push(...lines.map((line) => `${describeJourney(journey)}: ${line}`));
    add(
      faults.lost,
      expected.filter((line) => !actual.includes(line)),
    );
    add(
      faults.doubled,
      actual.filter((line, at) => actual.indexOf(line) !== at),
    );
    // An interrupted journey may have done more than it got answers for.
    if (journey.isPaidOut)
      add(
        faults.unexpected,
        actual.filter((line) => !expected.includes(line)),
      );
  }
  return faults;
}

/** Splits the amount: FWS keeps 5% and 18% GST on that, each rounded down; the worker gets the remainder. */
function divideAmount(amountPaise: number): { feePaise: number; gstPaise: number; netPaise: number } {
  const feePaise = Math.floor(amountPaise / 20);
  const gstPaise = Math.floor((feePaise * 18) / 100);
  return { feePaise, gstPaise, netPaise: amountPaise - feePaise - gstPaise };
}

function listExpected(journey: Journey): string[] {
  const { amountPaise, workerId, milestoneId, withdrawalId, isPaid, isReleased, isPaidOut } = journey;
  const { feePaise, gstPaise, netPaise } = divideAmount(amountPaise);
  const escrow = `escrow:${milestoneId}`;
  const wallet = `wallet:${workerId}`;
  const withdrawal = `withdrawal:${withdrawalId}`;
  return [
    ...(milestoneId === 0 ? [] : ['job', 'quote', 'contract']),
    ...(isPaid
      ? [
          `order over ${amountPaise}`,
          `payment over ${amountPaise}`,
          formatEntry('payment_verified', 'provider_clearing', amountPaise),
          formatEntry('payment_verified', escrow, -amountPaise),
        ]
      : []),
    ...(isReleased
      ? [
          formatEntry('release', escrow, amountPaise),
          formatEntry('release', wallet, -netPaise),
          formatEntry('release', 'fee_income', -feePaise),
          formatEntry('release', 'gst_payable', -gstPaise),
        ]
      : []),
    ...(withdrawalId === 0
      ? []
      : [
          `withdrawal over ${netPaise}`,
          formatEntry('withdrawal_requested', wallet, netPaise),
          formatEntry('withdrawal_requested', withdrawal, -netPaise),
        ]),
    ...(isPaidOut
      ? [
          formatEntry('withdrawal_paid', withdrawal, netPaise),
          formatEntry('withdrawal_paid', 'payout_float', -netPaise),
        ]
      : []),
  ];
}

const formatEntry = (kind: PostingKind, account: string, paise: number): string =>
  `${kind} ${account} ${paise}`;

/** Each user takes part in one journey only, so all their rows belong to it. */
async function readRows({ db }: World, { posterId, workerId }: Journey): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT 'job' AS line FROM job WHERE poster_id = ${posterId}
    UNION ALL SELECT 'quote' FROM quote WHERE worker_id = ${workerId}
    UNION ALL SELECT 'contract' FROM contract WHERE poster_id = ${posterId}
    UNION ALL SELECT 'order over ' || amount_paise FROM escrow_order WHERE poster_id = ${posterId}
    UNION ALL SELECT 'payment over ' || payment.amount_paise FROM payment
      JOIN escrow_order ON escrow_order.id = payment.order_id WHERE poster_id = ${posterId}
    UNION ALL SELECT 'withdrawal over ' || amount_paise FROM withdrawal WHERE user_id = ${workerId}`.execute(
    db,
  );
  return rows.map(({ line }) => line);
}

async function readEntries({ db }: World, { posterId, workerId }: Journey): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT txn.kind || ' ' || account.code || ' ' || entry.amount AS line
    FROM ledger.txn JOIN ledger.entry ON entry.txn_id = txn.id JOIN ledger.account ON account.id = entry.account_id
    WHERE txn.milestone_id IN (SELECT m.id FROM milestone m JOIN job ON job.id = m.job_id WHERE poster_id = ${posterId})
      OR txn.withdrawal_id IN (SELECT id FROM withdrawal WHERE user_id = ${workerId})`.execute(db);
  return rows.map(({ line }) => line);
}
