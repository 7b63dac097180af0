import {
  BUNDLE_MS,
  calculateLimitedRetryMs,
} from '../../../server/src/domains/notifications/deliveries/rules.ts';
import { BATCH_MAX } from '../../../server/src/platform/outbox/batch.ts';
import { readLatencies, type Inputs } from './inputs.ts';
import type { Load } from './load.ts';
import { MEASURED, type ServiceTimes } from './service-times.ts';
import { simulate, type Arrivals, type Result, type Scenario } from './simulation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NONE = { push: 0, whatsapp: 0, sms: 0, email: 0 };
/** What the queue may use of the primary. */
const DATABASE_CORES = 8;

/** What this product does, and what it did before decision 67. */
const NOW = {
  hasPriorities: true,
  limitedRetryMs: (ageMs: number): number => calculateLimitedRetryMs(ageMs, 0.5),
};
const BEFORE = { hasPriorities: false, limitedRetryMs: (): number => 30_000 };
const BEHAVIOURS = [
  { name: 'before', behaviour: BEFORE },
  { name: 'now', behaviour: NOW },
];

const FLOOD_MS = 5 * MINUTE_MS;
/** The pace is that of a relay that has its turn (`outbox/relay.ts`). */
const RELAY = { batchMax: BATCH_MAX, paceMs: 20 };

interface Setting {
  workers: number;
  concurrency: number;
  /** Times the peak of the load. */
  factor: number;
}

/** The peak for `peakMs`, then the mean of the day. */
function buildScenario(
  inputs: Inputs,
  load: Load,
  { workers, concurrency, factor }: Setting,
  peakMs: number,
): Scenario {
  const money = load.fundings.peakASecond + load.releases.peakASecond + load.withdrawals.peakASecond;
  const factorAt = (ms: number): number => (ms < peakMs ? factor : 1 / inputs.peakFactor);
  const arrivals: Arrivals[] = [
    { kind: 'money', aSecond: money, factorAt },
    { kind: 'code', aSecond: load.codes.peakASecond, factorAt },
    // A money operation brings one notice with it.
    { kind: 'urgent', aSecond: Math.max(0, load.notices.urgent.peakASecond - money), factorAt },
    { kind: 'bundled', aSecond: load.notices.bundled.peakASecond, factorAt },
  ];
  return {
    seed: 20,
    times: MEASURED.times,
    arrivals,
    peakEndMs: peakMs,
    giveUpMs: peakMs + 6 * HOUR_MS,
    workers,
    concurrency,
    databaseCores: DATABASE_CORES,
    relay: RELAY,
    ...NOW,
    moneyLatencyMs: inputs.moneyLatencyMs,
    latencyMs: readLatencies(inputs),
    reach: load.reach,
    bundleMs: BUNDLE_MS,
    bundleSize: inputs.bundleSize,
    outages: [],
  };
}

export interface Run {
  name: string;
  setting: Setting;
  result: Result;
}

/** An hour of the evening's peak, and five minutes of ten times as much. */
export function runPeaks(inputs: Inputs, load: Load): Run[] {
  const settings: [string, Setting, number][] = [
    ['the peak, an hour', { workers: 3, concurrency: 4, factor: 1 }, HOUR_MS],
    ['the peak, an hour', { workers: 3, concurrency: 20, factor: 1 }, HOUR_MS],
    ['ten times, five minutes', { workers: 3, concurrency: 20, factor: 10 }, FLOOD_MS],
    ['ten times, five minutes', { workers: 6, concurrency: 20, factor: 10 }, FLOOD_MS],
    ['ten times, five minutes', { workers: 6, concurrency: 50, factor: 10 }, FLOOD_MS],
    ['ten times, five minutes', { workers: 3, concurrency: 100, factor: 10 }, FLOOD_MS],
  ];
  return settings.map(([name, setting, peakMs]) => ({
    name,
    setting,
    result: simulate(buildScenario(inputs, load, setting, peakMs)),
  }));
}

/** Half an hour without the SMS vendor. */
export function runOutages(inputs: Inputs, load: Load): Run[] {
  const outageMs = 30 * MINUTE_MS;
  const setting = { workers: 3, concurrency: 20, factor: 1 };
  return BEHAVIOURS.map(({ name, behaviour }) => ({
    name,
    setting,
    result: simulate({
      ...buildScenario(inputs, load, setting, outageMs),
      ...behaviour,
      outages: [{ channel: 'sms', fromMs: 0, toMs: outageMs }],
    }),
  }));
}

/** Five minutes of ten times the peak with too few workers: who waits? */
export function runFlood(inputs: Inputs, load: Load): Run[] {
  const setting = { workers: 3, concurrency: 20, factor: 10 };
  return BEHAVIOURS.map(({ name, behaviour }) => ({
    name,
    setting,
    result: simulate({ ...buildScenario(inputs, load, setting, FLOOD_MS), ...behaviour }),
  }));
}

/** What the calibration measures: notices that all have a text message, one worker and PostgreSQL on two cores. */
export function predictBurst(
  times: ServiceTimes,
  { tasks, concurrency }: { tasks: number; concurrency: number },
): number {
  const { drainedMs } = simulate({
    seed: 20,
    times,
    arrivals: [],
    burst: Math.floor(tasks / 2),
    peakEndMs: 0,
    giveUpMs: HOUR_MS,
    workers: 1,
    concurrency,
    databaseCores: 2,
    isOneMachine: true,
    relay: RELAY,
    ...NOW,
    moneyLatencyMs: 0,
    latencyMs: NONE,
    reach: { urgent: { ...NONE, sms: 1 }, bundled: NONE },
    bundleMs: 0,
    bundleSize: 1,
    outages: [],
  });
  if (drainedMs === null) throw new Error('the burst was not done within an hour');
  return drainedMs / 1000;
}
