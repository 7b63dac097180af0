import * as fc from 'fast-check';
import { EXCUSES } from '../model.ts';
import type { VisitEvidence, VisitTerms } from '../evidence.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** Midnight in India. */
const MIDNIGHT = Date.parse('2026-12-17T18:30:00Z');

export interface GeneratedVisit {
  terms: VisitTerms;
  evidence: VisitEvidence[];
  nowMs: number;
}

/** What happens, without the time at which the server receives it. */
type Event = VisitEvidence extends infer Piece
  ? Piece extends { kind: 'on_my_way' | 'arrived' }
    ? never
    : Omit<Piece, 'atMs'>
  : never;

interface Step {
  kind: 'on_my_way' | 'arrived';
  device: string;
  counter: number;
  delay: number;
  clockError: number;
  sinceSeen: number | null;
}
interface Happening {
  at: number;
  what: Event | Step;
}

const side = fc.constantFrom('poster' as const, 'worker' as const);
const excuse = fc.constantFrom(...EXCUSES);
const minutes = (min: number, max: number) => fc.integer({ min, max });

/** Of a device without a network: received later, with a clock that is wrong by little, by much, or by days. */
const step = fc.record({
  device: fc.constantFrom('phone', 'phone', 'phone', 'tablet'),
  counter: minutes(1, 6),
  delay: fc.oneof(fc.constant(0), minutes(0, 90), minutes(0, 2000)),
  clockError: fc.oneof(fc.constant(0), minutes(-20, 20), minutes(-3000, 3000)),
  sinceSeen: fc.option(fc.oneof(minutes(0, 30), minutes(0, 600), minutes(-100, 3000)), { nil: null }),
});

/** Before, within and after the agreed time, and long after it. */
const around = fc.oneof(
  minutes(-400, -100),
  minutes(-60, 600),
  minutes(-60, 600),
  minutes(0, 3 * DAY_MINUTES),
);

const happening: fc.Arbitrary<Happening> = fc.record({
  at: around,
  what: fc.oneof<fc.WeightedArbitrary<Event | Step>[]>(
    { weight: 2, arbitrary: step.map((value): Step => ({ kind: 'on_my_way', ...value })) },
    { weight: 5, arbitrary: step.map((value): Step => ({ kind: 'arrived', ...value })) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('started' as const), by: side }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('ended' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('closed' as const) }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('claimed' as const), by: side }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('delivered' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('answered' as const),
        by: side,
        answer: fc.constantFrom('agree' as const, 'contest' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('answered' as const),
        by: side,
        answer: fc.constant('excuse' as const),
        excuse,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('cancelled' as const),
        by: side,
        excuse: fc.option(excuse, { nil: null }),
      }),
    },
  ),
});

/** A claim that is mostly allowed, with what usually follows. */
const claimCourse: fc.Arbitrary<Happening[]> = fc
  .record({
    by: side,
    arrivedAt: minutes(0, 240),
    claimAfter: fc.oneof(minutes(0, 120), minutes(0, 1000), minutes(2 * DAY_MINUTES, 2 * DAY_MINUTES + 300)),
    deliveredAfter: fc.option(fc.oneof(minutes(0, 5), minutes(0, DAY_MINUTES + 30)), { nil: null, freq: 5 }),
    answeredAfter: fc.oneof(minutes(1, 150), minutes(1, 2 * DAY_MINUTES)),
    answer: fc.option(fc.constantFrom('agree' as const, 'contest' as const, ...EXCUSES), { nil: null }),
  })
  .map(({ by, arrivedAt, claimAfter, deliveredAfter, answeredAfter, answer }) => {
    const other = by === 'poster' ? 'worker' : 'poster';
    const claimAt = (by === 'worker' ? arrivedAt : 240) + claimAfter;
    const arrival = { device: 'phone', counter: 3, delay: 0, clockError: 0, sinceSeen: 10 };
    const course: Happening[] = [{ at: claimAt, what: { kind: 'claimed', by } }];
    if (by === 'worker') course.unshift({ at: arrivedAt, what: { kind: 'arrived', ...arrival } });
    if (deliveredAfter !== null) course.push({ at: claimAt + deliveredAfter, what: { kind: 'delivered' } });
    if (answer === null) return course;
    const answered = { kind: 'answered', by: other } as const;
    const what =
      answer === 'agree' || answer === 'contest'
        ? { ...answered, answer }
        : { ...answered, answer: 'excuse' as const, excuse: answer };
    return [...course, { at: claimAt + answeredAfter, what }];
  });

const happenings: fc.Arbitrary<Happening[]> = fc.oneof(
  fc.array(happening, { minLength: 1, maxLength: 9, size: 'max' }),
  fc
    .tuple(fc.array(happening, { maxLength: 2, size: 'max' }), claimCourse)
    .map(([before, course]) => [...before, ...course]),
);

export const generatedVisit: fc.Arbitrary<GeneratedVisit> = fc
  .record({
    from: minutes(6 * 60, 20 * 60),
    length: minutes(30, 240),
    agreedBefore: minutes(400, 10 * DAY_MINUTES),
    fundedBefore: fc.option(minutes(-30, 400), { nil: null, freq: 10 }),
    happenings,
    later: minutes(0, 3 * DAY_MINUTES),
  })
  .map(({ from, length, agreedBefore, fundedBefore, happenings: chosen, later }) => {
    const startsMs = MIDNIGHT + from * MINUTE;
    const terms = {
      agreedMs: startsMs - agreedBefore * MINUTE,
      startsMs,
      endsMs: startsMs + length * MINUTE,
    };
    const evidence = chosen.map(({ at, what }): VisitEvidence => {
      const takenMs = startsMs + at * MINUTE;
      if (!('device' in what)) return { ...what, atMs: takenMs };
      const { kind, device, counter, delay, clockError, sinceSeen } = what;
      return {
        kind,
        atMs: takenMs + delay * MINUTE,
        step: {
          device,
          counter,
          deviceMs: takenMs + clockError * MINUTE,
          seenMs: sinceSeen === null ? null : takenMs - sinceSeen * MINUTE,
        },
      };
    });
    if (fundedBefore !== null) evidence.push({ kind: 'funded', atMs: startsMs - fundedBefore * MINUTE });
    evidence.sort((a, b) => a.atMs - b.atMs);
    return { terms, evidence, nowMs: Math.max(...evidence.map(({ atMs }) => atMs)) + later * MINUTE };
  });
