import * as fc from 'fast-check';
import { SIDES, type Side } from '../../contracts/model.ts';
import { EXCUSES } from '../../visits/model.ts';
import { WAIVERS } from '../model.ts';
import { decideOutcome, type JobFacts } from '../outcome.ts';
import { countReliability, type Reliability } from '../record.ts';

/** What happened to one person on one side, as the product would know it. */
export type HistoryEvent =
  | { kind: 'awarded'; jobId: number; awardedMs: number; facts: JobFacts; isLifted: boolean }
  | { kind: 'invitation_declined'; jobId: number; awardedMs: number };

/** The record of the person on that side: from events to numbers. */
export const recordHistory = (events: readonly HistoryEvent[], side: Side): Reliability | null =>
  countReliability(
    events.flatMap((event) =>
      event.kind === 'awarded'
        ? [{ ...event, outcome: decideOutcome(event.facts, side).outcome }]
        : // No job is awarded by it, so nothing is written.
          [],
    ),
  );

export const side = fc.constantFrom(...SIDES);
export const excuse = fc.constantFrom(...EXCUSES);

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const facts: fc.Arbitrary<JobFacts> = fc.record({
  isCompleted: fc.nat(3).map((each) => each > 0),
  cancellation: fc.option(
    fc.record({ by: side, excuse: fc.option(excuse), waiver: fc.option(fc.constantFrom(...WAIVERS)) }),
  ),
  absence: rarely(fc.record({ side, excuse: fc.option(excuse) })),
  isLateVisit: fc.boolean(),
  isLateWork: fc.boolean(),
  uncounted: rarely(fc.constantFrom('linked' as const, 'small' as const)),
});

const time = fc.integer({ min: 0, max: 400 });

export const event: fc.Arbitrary<HistoryEvent> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('awarded' as const),
      jobId: fc.nat(),
      awardedMs: time,
      facts,
      isLifted: fc.nat(7).map((each) => each === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('invitation_declined' as const),
      jobId: fc.nat(),
      awardedMs: time,
    }),
  },
);

const getOther = (own: Side): Side => (own === 'poster' ? 'worker' : 'poster');

/** What must never change the record of this side. The rest of the job is whatever it is. */
export const harmlessEvent = (own: Side): fc.Arbitrary<{ what: string; event: HistoryEvent }> => {
  const other = getOther(own);
  const build = (what: string, change: fc.Arbitrary<Partial<JobFacts>>) =>
    fc.record({ jobId: fc.nat(), awardedMs: time, facts, change }).map(({ change: changed, ...job }) => ({
      what,
      event: {
        ...job,
        kind: 'awarded' as const,
        isLifted: false,
        facts: { ...job.facts, isCompleted: false, absence: null, ...changed },
      },
    }));
  const excused = fc.record({ side: fc.constant(own), excuse });
  return fc.oneof(
    build(
      'the other side cancelled',
      fc.record({
        cancellation: fc.record({
          by: fc.constant(other),
          excuse: fc.option(excuse),
          waiver: fc.option(fc.constantFrom(...WAIVERS)),
        }),
      }),
    ),
    build(
      'the other side was absent',
      fc.record({ absence: fc.record({ side: fc.constant(other), excuse: fc.constant(null) }) }),
    ),
    build(
      'an excused cancellation',
      fc.record({ cancellation: fc.record({ by: fc.constant(own), excuse, waiver: fc.constant(null) }) }),
    ),
    build(
      'an excused absence',
      own === 'worker'
        ? fc.record({ absence: excused })
        : // The poster who cancels afterwards without an excuse decides that anew.
          fc.record({
            absence: excused,
            cancellation: fc.option(
              fc.record({ by: fc.constant(other), excuse: fc.option(excuse), waiver: fc.constant(null) }),
            ),
          }),
    ),
    fc.record({ jobId: fc.nat(), awardedMs: time }).map((invitation) => ({
      what: 'a declined invitation',
      event: { ...invitation, kind: 'invitation_declined' as const },
    })),
  );
};
