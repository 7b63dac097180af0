import { formatCount, formatDuration, formatNumber, type Table } from './format.ts';
import { calculateModel } from './model.ts';
import { predictBurst, runFlood, runOutages, runPeaks, type Run } from './scenarios.ts';
import { MEASURED, type Calibration, type ServiceTimes } from './service-times.ts';
import type { Result, Summary } from './simulation.ts';

/** The tables of docs/scale.md that come from the simulation. */
export function buildSimulationTables(): Table[] {
  const { inputs, load } = calculateModel();
  return [
    buildTimes(MEASURED.times),
    buildValidation(MEASURED),
    buildPeaks(runPeaks(inputs, load)),
    buildFlood(runFlood(inputs, load)),
    buildOutage(runOutages(inputs, load)),
  ];
}

export const buildTimes = ({ relay, notify, deliver }: ServiceTimes): Table => ({
  name: 'service-times',
  columns: ['', "worker's thread", 'PostgreSQL', 'waiting', 'log'],
  rows: [
    ...Object.entries({ 'a notification in the app': notify, 'a message outside the app': deliver }).map(
      ([name, times]) => [
        name,
        `${formatNumber(times.nodeMs)} ms`,
        `${formatNumber(times.databaseMs)} ms`,
        `${formatNumber(times.waitMs)} ms`,
        `${formatNumber(times.walBytes)} bytes`,
      ],
    ),
    [
      'a batch of the relay',
      '',
      `${formatNumber(relay.fixedMs)} ms and ${formatNumber(relay.rowMs * 1000)} µs a row`,
      '',
      '',
    ],
  ],
});

export function buildValidation({ times, burst }: Calibration): Table {
  const predicted = predictBurst(times, burst);
  return {
    name: 'validation',
    columns: ['burst', 'predicted', 'measured', 'predicted / measured'],
    rows: [
      [
        `${formatNumber(burst.tasks)} tasks, one worker, ${burst.concurrency} at once`,
        formatDuration(predicted * 1000),
        formatDuration(burst.seconds * 1000),
        (predicted / burst.seconds).toFixed(2),
      ],
    ],
  };
}

const formatWait = ({ medianMs, p99Ms, maxMs }: Summary): string =>
  [medianMs, p99Ms, maxMs].map(formatDuration).join(', ');

/** What is used up: nothing while less than 95% is used. */
function findLimit({ places, threads, database, relay }: Result['use']): string {
  if (database > 0.95) return 'PostgreSQL';
  if (threads > 0.95) return "the workers' threads";
  if (places > 0.95) return 'tasks at once';
  return relay > 0.95 ? 'the relay' : 'none';
}

const formatPercent = (part: number): string => `${(100 * part).toFixed(0)}%`;

const buildPeaks = (runs: readonly Run[]): Table => ({
  name: 'peaks',
  columns: [
    'arrivals',
    'workers × at once',
    'outbox',
    'money and codes',
    'urgent messages',
    'other messages',
    'largest backlog',
    'backlog gone after',
    'places, threads, PostgreSQL used',
    'limit',
  ],
  rows: runs.map(({ name, setting, result }) => [
    name,
    `${setting.workers} × ${setting.concurrency}`,
    formatWait(result.outbox),
    formatWait(result.queue.money),
    formatWait(result.queue.urgent),
    formatWait(result.queue.bundled),
    formatCount(result.backlogMax),
    result.drainedMs === null ? 'more than 6 h' : formatDuration(result.drainedMs),
    [result.use.places, result.use.threads, result.use.database].map(formatPercent).join(', '),
    findLimit(result.use),
  ]),
});

const buildFlood = (runs: readonly Run[]): Table => ({
  name: 'flood',
  columns: ['', 'money and codes', 'notices', 'urgent messages', 'other messages', 'backlog gone after'],
  rows: runs.map(({ name, result }) => [
    name,
    formatWait(result.queue.money),
    formatWait(result.queue.notice),
    formatWait(result.queue.urgent),
    formatWait(result.queue.bundled),
    result.drainedMs === null ? 'more than 6 h' : formatDuration(result.drainedMs),
  ]),
});

const buildOutage = (runs: readonly Run[]): Table => ({
  name: 'outage',
  columns: [
    '',
    'messages delayed',
    'tries in vain',
    'largest backlog',
    'money and codes',
    'PostgreSQL used',
    'all sent, after the outage',
  ],
  rows: runs.map(({ name, result }) => [
    name,
    formatNumber(result.delayed),
    formatCount(result.refusedTries),
    formatNumber(result.backlogMax),
    formatWait(result.queue.money),
    formatPercent(result.use.database),
    result.recoveredMs === null ? 'never' : formatDuration(result.recoveredMs),
  ]),
});
