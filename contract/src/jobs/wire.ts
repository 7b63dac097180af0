import type * as z from 'zod/mini';
import { dayFirst, monthFirst } from '../platform/dates.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import { pageWire } from '../platform/call.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { abilityFromWire, abilityToWire, toFlag } from '../platform/wire.ts';
import { type PaymentTerm } from './model.ts';
import type { Budget, Job, jobWire } from './schemas.ts';
import type { JobState } from './lifecycle.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

type Option<T extends string> = Record<T, string>;

const BUDGET: Option<Budget['kind']> = { fixed: 'Fixed Price', range: 'Price Range' };
const TERM: Option<PaymentTerm> = {
  terms: 'FWS Term Payment',
  milestone: 'Milestone Payment',
  completion: 'On Completion',
};

/** Clean option ↔ wire text. Unknown text passes through, so that validation rejects it. */
export function optionField<T extends string>(name: string, options: Option<T>) {
  const byWireText = new Map(
    Object.entries<string>(options).map(([clean, wire]) => [wire.toLowerCase(), clean as T]),
  );
  return {
    name,
    toWire: (value: T): string => options[value],
    fromWire: (text: string): T => byWireText.get(text.trim().toLowerCase()) ?? (text as T),
  };
}

const RANGE = /^\s*(\S+)\s+to\s+(\S+)\s*$/;

export const jobIdForm = wireForm(schema('jobId'), { jobId: 'job_id' });
export const pageForm = wireForm(schema('page'), pageWire);

export type JobWire = z.infer<typeof jobWire>;

export const budgetToWire = (budget: Budget): string =>
  budget.kind === 'fixed'
    ? toRupees(budget.amountPaise)
    : `${toRupees(budget.fromPaise)} to ${toRupees(budget.toPaise)}`;

export function budgetFromWire(kind: string, amount: string): Budget {
  const range = kind === BUDGET.range ? RANGE.exec(amount) : null;
  if (!range) return { kind: 'fixed', amountPaise: parseRupees(amount) ?? 0 };
  return {
    kind: 'range',
    fromPaise: parseRupees(range[1] ?? '') ?? 0,
    toPaise: parseRupees(range[2] ?? '') ?? 0,
  };
}

export const termToWire = (term: PaymentTerm): string => TERM[term];
export const termFromWire = optionField('payment_term', TERM).fromWire;
export const budgetKindToWire = (budget: Budget): string => BUDGET[budget.kind];

/** "FWS 4836": the number is what follows the first word. */
export const jobNumberToWire = (number: string): string => `FWS ${number}`;
export const jobNumberFromWire = (text: string): string => text.replace(/^\S+\s+/, '');

export function jobToWire(job: Job): JobWire {
  return {
    id: job.id,
    job_unique_id: jobNumberToWire(job.number),
    job_title: job.title,
    job_description: job.description,
    job_location: job.location,
    latitude: job.latitude,
    longitude: job.longitude,
    category: job.categoryId,
    skills: job.skills.join(','),
    take_work: dayFirst.toWire(job.takeWorkOn),
    target_closed_date: monthFirst.toWire(job.closesOn),
    payment_term: TERM[job.paymentTerm],
    budjet: BUDGET[job.budget.kind],
    amount: budgetToWire(job.budget),
    timestamp: job.postedAt,
    total_quotes_received: job.quotesReceived,
    total_quote_count: job.quotesReceived,
    is_fws_verified: toFlag(job.verified),
    attach_file: job.attachment?.url ?? '',
    attach_file_name: job.attachment?.name ?? '',
    attach_file_bytes: job.attachment?.bytes ?? 0,
    attach_file_is_image: job.attachment?.image ?? false,
    job_status: job.state,
    user_id: job.posterId,
    my_quote_id: job.myQuoteId,
    can_quote: abilityToWire(job.abilities.quote),
  };
}

export function jobFromWire(wire: JobWire): Job {
  return {
    id: wire.id,
    number: jobNumberFromWire(wire.job_unique_id),
    title: wire.job_title,
    description: wire.job_description,
    location: wire.job_location,
    latitude: wire.latitude,
    longitude: wire.longitude,
    categoryId: wire.category,
    skills: wire.skills.split(',').filter(Boolean),
    takeWorkOn: dayFirst.fromWire(wire.take_work),
    closesOn: monthFirst.fromWire(wire.target_closed_date),
    paymentTerm: termFromWire(wire.payment_term),
    budget: budgetFromWire(wire.budjet, wire.amount),
    postedAt: wire.timestamp,
    quotesReceived: wire.total_quotes_received,
    verified: wire.is_fws_verified === 1,
    attachment:
      wire.attach_file === ''
        ? null
        : {
            url: wire.attach_file,
            name: wire.attach_file_name,
            bytes: wire.attach_file_bytes,
            image: wire.attach_file_is_image,
          },
    state: wire.job_status as JobState,
    posterId: wire.user_id,
    myQuoteId: wire.my_quote_id,
    abilities: { quote: abilityFromWire(wire.can_quote) },
  };
}
