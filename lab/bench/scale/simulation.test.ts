import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fifo, Timeline, Waits } from './collections.ts';
import { predictBurst } from './scenarios.ts';
import { MEASURED } from './service-times.ts';
import { simulate, type Scenario } from './simulation.ts';

const NONE = { push: 0, whatsapp: 0, sms: 0, email: 0 };
const TASK = { nodeMs: 1, databaseMs: 1, waitMs: 0, walBytes: 0 };
const SCENARIO: Scenario = {
  seed: 1,
  times: { relay: { fixedMs: 1, rowMs: 0.02 }, notify: TASK, deliver: TASK },
  arrivals: [],
  peakEndMs: 20_000,
  giveUpMs: 600_000,
  workers: 2,
  concurrency: 4,
  databaseCores: 4,
  relay: { batchMax: 500, paceMs: 20 },
  hasPriorities: true,
  limitedRetryMs: () => 30_000,
  moneyLatencyMs: 100,
  latencyMs: { ...NONE, sms: 100 },
  reach: { urgent: { ...NONE, sms: 1 }, bundled: NONE },
  bundleMs: 0,
  bundleSize: 1,
  outages: [],
};
const isPeak = (ms: number): number => (ms < SCENARIO.peakEndMs ? 1 : 0);

test('the same seed gives the same result, and another seed another', () => {
  const scenario = { ...SCENARIO, arrivals: [{ kind: 'urgent' as const, aSecond: 20, factorAt: isPeak }] };
  expect(simulate(scenario)).toEqual(simulate(scenario));
  expect(simulate({ ...scenario, seed: 2 })).not.toEqual(simulate(scenario));
});

test('every notice of a burst is done and sends its message once', () => {
  const result = simulate({ ...SCENARIO, arrivals: [], burst: 700, peakEndMs: 0 });
  expect([result.tasks, result.delivery.sms.count, result.queue.notice.count]).toEqual([1400, 700, 700]);
  // Eight places, 100 ms each on average.
  expect(result.drainedMs).toBeGreaterThan((700 * 100) / 8);
  expect(result.drainedMs).toBeLessThan(1.3 * ((700 * 100) / 8));
});

test('places are the limit when vendors are slow, and threads when they are not', () => {
  const burst = { ...SCENARIO, burst: 2000, peakEndMs: 0, workers: 1, databaseCores: 16 };
  const drained = (changed: Partial<Scenario>) => simulate({ ...burst, ...changed }).drainedMs ?? Number.NaN;
  expect(drained({ concurrency: 8 }) / drained({ concurrency: 4 })).toBeCloseTo(0.5, 1);
  expect(drained({ concurrency: 100, latencyMs: NONE }) / 1000).toBeCloseTo(4, 0);
  expect(drained({ concurrency: 50, latencyMs: NONE }) / 1000).toBeCloseTo(4, 0);
});

test('money does not wait behind a flood of messages when it has priority', () => {
  const arrivals: Scenario['arrivals'] = [
    { kind: 'money', aSecond: 2, factorAt: isPeak },
    { kind: 'urgent', aSecond: 200, factorAt: isPeak },
  ];
  const wait = (hasPriorities: boolean) =>
    simulate({ ...SCENARIO, arrivals, hasPriorities }).queue.money.p99Ms;
  expect(wait(true)).toBeLessThan(200);
  expect(wait(false)).toBeGreaterThan(10_000);
});

test('after an outage all messages are sent, and a growing wait makes fewer tries', () => {
  const scenario: Scenario = {
    ...SCENARIO,
    arrivals: [{ kind: 'urgent', aSecond: 5, factorAt: (ms) => (ms < 300_000 ? 1 : 0) }],
    peakEndMs: 300_000,
    giveUpMs: 3_600_000,
    outages: [{ channel: 'sms', fromMs: 0, toMs: 300_000 }],
  };
  const fixed = simulate(scenario);
  const growing = simulate({ ...scenario, limitedRetryMs: (ageMs) => Math.max(30_000, ageMs / 4) });
  for (const { delayed, delivery, recoveredMs } of [fixed, growing]) {
    expect(delivery.sms.count).toBeGreaterThanOrEqual(delayed);
    expect(delayed).toBeGreaterThan(1000);
    expect(recoveredMs).toBeGreaterThan(0);
  }
  expect(growing.refusedTries).toBeLessThan(fixed.refusedTries);
});

test('more workers never make a burst last longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 20 }), (workers, concurrency) => {
      const burst = { ...SCENARIO, burst: 300, peakEndMs: 0, concurrency };
      const fewer = simulate({ ...burst, workers }).drainedMs ?? 0;
      const more = simulate({ ...burst, workers: workers + 1 }).drainedMs ?? 0;
      // Service times are drawn in the order of tasks, which differs.
      expect(more).toBeLessThanOrEqual(fewer * 1.15);
    }),
    { numRuns: 20 },
  );
});

test('predicts the measured burst within a quarter', () => {
  const ratio = predictBurst(MEASURED.times, MEASURED.burst) / MEASURED.burst.seconds;
  expect(ratio).toBeGreaterThan(0.75);
  expect(ratio).toBeLessThan(1.25);
});

test('a timeline gives items in the order of their times', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (times) => {
      const timeline = new Timeline<number>();
      for (const time of times) timeline.add(time, time);
      expect(times.map(() => timeline.take())).toEqual(times.toSorted((a, b) => a - b));
      expect(timeline.take()).toBeUndefined();
    }),
  );
});

test('a queue gives items in their order, also after many', () => {
  const fifo = new Fifo<number>();
  for (let index = 0; index < 30_000; index++) fifo.push(index);
  for (let index = 0; index < 25_000; index++) expect(fifo.shift()).toBe(index);
  expect([fifo.length, fifo.shift(), fifo.length]).toEqual([5000, 25_000, 4999]);
});

test('waits are summarized within 5%', () => {
  const waits = new Waits();
  for (let ms = 1; ms <= 1000; ms++) waits.add(ms);
  expect(waits.percentile(0.5)).toBeGreaterThanOrEqual(500);
  expect(waits.percentile(0.5)).toBeLessThan(525);
  expect([waits.count, waits.max, waits.percentile(1)]).toEqual([1000, 1000, 1000]);
});
