import * as z from 'zod/mini';
import { maybeText, pageFields } from '../../platform/schemas.ts';
import { ledgerEntry } from '../disputes/schemas.ts';

export const find = z.object({
  ...pageFields,
  /** A number, our or the provider's id, or prefixes of names and titles. */
  search: maybeText(100),
  state: maybeText(20),
  /** Only records of this user. */
  userId: z.pipe(
    maybeText(20),
    z.transform((text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)),
  ),
});
export type RecordQuery = z.output<typeof find>;
export const recordId = z.object({
  id: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,50}$/, 'admin.record_unknown')),
});

const person = z.object({ id: z.number(), name: z.string() });
const rowShape = {
  id: z.string(),
  /** The number shown to people. */
  number: z.string(),
  title: z.string(),
  state: z.string(),
  amountPaise: z.number(),
  at: z.string(),
};
export const recordRow = z.object({ ...rowShape, people: z.array(person) });
export type RecordRow = z.output<typeof recordRow>;

/** A known value: a text, an amount, a time, or one of our codes. */
export const recordFact = z.object({
  name: z.string(),
  as: z.enum(['text', 'paise', 'time', 'word']),
  value: z.string(),
});
export type RecordFact = z.output<typeof recordFact>;
/** A related record or dispute. */
export const recordLink = z.object({
  kind: z.enum(['job', 'contract', 'order', 'withdrawal', 'dispute']),
  id: z.string(),
  number: z.string(),
  state: z.string(),
  amountPaise: z.nullable(z.number()),
});
export type RecordLink = z.output<typeof recordLink>;
/** A part of the record: a contract's milestones; an order's payments, refunds and chargebacks. */
export const recordPart = z.object({
  subject: z.string(),
  name: z.string(),
  amountPaise: z.number(),
  states: z.array(z.string()),
  detail: z.string(),
});
export type RecordPart = z.output<typeof recordPart>;
/** An event in the history of the record or of one of its parts. */
export const recordEvent = z.object({
  at: z.string(),
  /** job, quote, milestone, order, payment, refund … */
  subject: z.string(),
  /** Names the subject when there are several. */
  name: z.string(),
  /** The new state. */
  state: z.string(),
  amountPaise: z.nullable(z.number()),
  /** Who caused it: a person, the provider, or the system. */
  by: z.enum(['person', 'provider', 'system']),
  person: z.nullable(person),
});
export type RecordEvent = z.output<typeof recordEvent>;
export const record = z.object({
  ...rowShape,
  people: z.array(z.object({ ...person.shape, role: z.string(), verified: z.boolean() })),
  facts: z.array(recordFact),
  parts: z.array(recordPart),
  links: z.array(recordLink),
  events: z.array(recordEvent),
  /** Null for roles that may not see money. */
  ledger: z.nullable(z.array(ledgerEntry)),
});
export type RecordDetail = z.output<typeof record>;
