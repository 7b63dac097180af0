import * as z from 'zod/mini';
import { SIDES } from '../contracts/model.ts';
import { ability, idText, knownText, maybeText, optionalText } from '../platform/schemas.ts';
import type { VisitState } from './lifecycle.ts';
import { doorCodeText } from './door/code-text.ts';
import { excuseText } from './excuse.ts';
import { EXCUSES, NO_SHOW_ANSWERS } from './model.ts';
import type { Punctuality } from './possible-times.ts';

const milestone = { milestoneId: idText('contracts.milestone_not_found') };

export const job = z.object({ jobId: idText('jobs.not_found') });
export const ofMilestone = z.object(milestone);

const moment = z.pipe(
  maybeText(30),
  z.transform((text: string) => {
    const ms = Date.parse(text);
    return Number.isNaN(ms) ? null : new Date(ms);
  }),
);
const DEVICE_MAX = 64;
const COUNTER = /^\d{0,9}$/;

/** Of a step that was taken without a network. A client that sends it at once leaves all of it out. */
const stepFields = {
  /** The installation of the app, as it names itself. */
  device: maybeText(DEVICE_MAX),
  /** Grows with every step of the device. */
  counter: z.pipe(
    maybeText(9).check(z.regex(COUNTER, 'visits.step_wrong')),
    z.transform((text: string) => Number(text)),
  ),
  /** What the clock of the device said. */
  deviceTime: moment,
  /** The last time of the server that the device had seen. */
  serverTimeSeen: moment,
};

export const step = z.object({ ...milestone, ...stepFields });
export type VisitStep = z.output<typeof step>;

const degrees = (max: number) =>
  z.pipe(
    maybeText(20),
    z.transform((text: string) => {
      const value = Number(text);
      return text === '' || Number.isNaN(value) || Math.abs(value) > max ? null : value;
    }),
  );
/** The position is noted once, and only if the worker sends it. */
export const arrival = z.object({ ...step.shape, latitude: degrees(90), longitude: degrees(180) });
export type VisitArrival = z.output<typeof arrival>;

const SIGNED_MAX = 300;
/** One of both for the worker, neither for the poster. */
export const start = z.object({ ...step.shape, code: doorCodeText, signed: maybeText(SIGNED_MAX) });
export type StartVisit = z.output<typeof start>;

export const answer = z
  .object({
    ...milestone,
    answer: z.enum(NO_SHOW_ANSWERS, 'visits.answer_required'),
    /** Needed where the answer is an excuse. */
    excuse: excuseText,
    /** For the dispute, where the answer contests the claim. */
    details: maybeText(1000),
  })
  .check(
    z.refine(({ answer: given, excuse }) => given !== 'excuse' || excuse !== null, {
      path: ['excuse'],
      error: 'visits.excuse_required',
    }),
  );
export type AnswerNoShow = z.output<typeof answer>;

export const doorKey = z.object({ ...milestone, publicKey: optionalText(100) });
export const doorKeyAdded = z.object({ keyId: z.number() });

export const visit = z.object({
  jobId: z.number(),
  milestoneId: z.number(),
  side: z.enum(SIDES),
  workerId: z.number(),
  startsAt: z.string(),
  endsAt: z.string(),
  feePaise: z.number(),
  state: knownText<VisitState>(),
  onTheWayAt: z.nullable(z.string()),
  /** Of the arrival that counts: as the device said, where that can be; otherwise when the server received it. */
  arrivedAt: z.nullable(z.string()),
  /** The best that is known. */
  arrival: z.nullable(knownText<Punctuality>()),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  claim: z.nullable(
    z.object({
      by: z.enum(SIDES),
      at: z.string(),
      /** When the time to answer, or the rest after it, is over. Null: the message about it has not arrived yet. */
      until: z.nullable(z.string()),
    }),
  ),
  /** Whether the reader may say that the other side was not there. */
  claiming: ability,
  /** Because of whom it did not take place. */
  cause: z.nullable(
    z.object({
      side: z.enum(SIDES),
      isAbsence: z.boolean(),
      excuse: z.nullable(z.enum(EXCUSES)),
    }),
  ),
  codesLeft: z.number(),
  /** For the poster alone: what the door code is calculated from. */
  secret: z.nullable(z.string()),
  /** For the worker: the key that signs at the door. */
  doorKey: z.nullable(z.object({ keyId: z.number(), publicKey: z.string() })),
});
export type Visit = z.output<typeof visit>;

export const visitList = z.object({
  /** At most one so far. */
  items: z.array(visit),
});
export type VisitList = z.output<typeof visitList>;
