import { OUTSIDE_CHANNELS, type OutsideChannel } from '@fws/contract/notifications/channels';
import { createRandom } from '../../prove/support/numbers.ts';
import { calculateRetryMs } from '../../../server/src/domains/notifications/deliveries/rules.ts';
import { Fifo, Timeline, Waits } from './collections.ts';
import type { ServiceTimes, TaskTimes } from './service-times.ts';

// A discrete-event simulation of outbox, relay, queue, workers and message vendors. What it takes from the product: a relay
// hands on batches of at most 500 rows, which begin 20 ms apart while they are not full; a worker process runs so many tasks
// at once on one thread; tasks share the cores of PostgreSQL; a message that its vendor does not take is tried again later;
// what is not urgent waits for company. Times in milliseconds.

/** What tasks do, in the order in which the product runs them: first, then two at one level, then what may come later. */
const KINDS = ['money', 'notice', 'urgent', 'bundled'] as const;
type Kind = (typeof KINDS)[number];

/** A money operation with its notice, a one-time code, a notice that goes out at once, or one that waits for company. */
export interface Arrivals {
  kind: 'money' | 'code' | 'urgent' | 'bundled';
  aSecond: number;
  /** How many times as many arrive as this, by time. */
  factorAt?: (ms: number) => number;
}

interface Outage {
  channel: OutsideChannel;
  fromMs: number;
  toMs: number;
}

export interface Scenario {
  seed: number;
  times: ServiceTimes;
  arrivals: readonly Arrivals[];
  /** Notices that are all there at the beginning, urgent ones. */
  burst?: number;
  /** The end of what is simulated, a peak for example: from here on it is measured how long the backlog lasts. */
  peakEndMs: number;
  /** Arrivals end here, at the latest; the simulation ends before, as soon as the backlog is gone. */
  giveUpMs: number;
  workers: number;
  concurrency: number;
  /** Cores of PostgreSQL that the queue can use. */
  databaseCores: number;
  /** The worker's thread takes its time from the same cores, as on one small machine. */
  isOneMachine?: boolean;
  relay: { batchMax: number; paceMs: number };
  /** Without priorities tasks run in the order in which they became due. */
  hasPriorities: boolean;
  /** How long a message waits after its vendor took nothing, by its age. */
  limitedRetryMs: (ageMs: number) => number;
  /** A money task waits for its provider for as long; a message for its vendor. */
  moneyLatencyMs: number;
  latencyMs: Record<OutsideChannel, number>;
  /** The part of people who are reached by a channel, for urgent notices and for others. */
  reach: { urgent: Record<OutsideChannel, number>; bundled: Record<OutsideChannel, number> };
  bundleMs: number;
  /** Bundled notices that become one message. */
  bundleSize: number;
  outages: readonly Outage[];
}

export interface Summary {
  medianMs: number;
  p99Ms: number;
  maxMs: number;
  count: number;
}

export interface Result {
  outbox: Summary;
  /** From when a task was due until it began. */
  queue: Record<Kind, Summary>;
  /** From a message's time to be sent until its vendor took it. */
  delivery: Record<OutsideChannel, Summary>;
  /** How long after the peak the queue was first empty; null if it never was. */
  drainedMs: number | null;
  /** How long after the outage the last message was sent that it had delayed; null if some never were. */
  recoveredMs: number | null;
  tasks: number;
  /** Tries of a message that its vendor did not take. */
  refusedTries: number;
  delayed: number;
  backlogMax: number;
  /** Mean use until the end of the peak: of the places of all workers, their threads, PostgreSQL's cores and the relay. */
  use: { places: number; threads: number; database: number; relay: number };
}

interface Task {
  kind: Kind;
  /** When it is due, and when it first was. */
  dueAt: number;
  firstDueAt: number;
  /** Of a notice: its messages go out at once. */
  isUrgent: boolean;
  channel: OutsideChannel | null;
  isDelayed: boolean;
  /** Tries of a message that its vendor did not answer. */
  unanswered: number;
}
interface Row {
  at: number;
  /** Null: a live event, which the relay publishes. */
  task: Task | null;
}

/** A circuit opens after so many calls without an answer, and lets one call through after its rest. */
const CIRCUIT = { failures: 5, restMs: 10_000, timeoutMs: 10_000 };
const LANES: Record<Kind, number> = { money: 0, notice: 1, urgent: 1, bundled: 2 };

export function simulate(scenario: Scenario): Result {
  const { times, peakEndMs, concurrency, reach, bundleSize } = scenario;
  const random = createRandom(scenario.seed);
  /** Service times vary around their mean. */
  const vary = (ms: number): number => ms * (0.5 + random());
  const events = new Timeline<() => void>();
  const outbox = new Fifo<Row>();
  const lanes = [new Fifo<Task>(), new Fifo<Task>(), new Fifo<Task>()];
  const idle: number[] = [];
  for (let place = 0; place < concurrency; place++)
    for (let worker = 0; worker < scenario.workers; worker++) idle.push(worker);
  const threadFreeAt = Array.from({ length: scenario.workers }, () => 0);
  const coreFreeAt = Array.from({ length: scenario.databaseCores }, () => 0);
  const circuits = Array.from({ length: scenario.workers }, () =>
    Object.fromEntries(OUTSIDE_CHANNELS.map((channel) => [channel, { failures: 0, openUntil: 0 }])),
  );
  const outboxWaits = new Waits();
  const queueWaits = Object.fromEntries(KINDS.map((kind) => [kind, new Waits()])) as Record<Kind, Waits>;
  const deliveryWaits = Object.fromEntries(
    OUTSIDE_CHANNELS.map((channel) => [channel, new Waits()]),
  ) as Record<OutsideChannel, Waits>;
  const busy = { places: 0, threads: 0, database: 0, relay: 0 };
  let now = 0;
  let running = 0;
  let ready = 0;
  let isRelaying = false;
  let relayAllowedAt = 0;
  let drainedMs: number | null = null;
  let lastDelayedAt: number | null = null;
  let delayed = 0;
  const counts = { tasks: 0, refusedTries: 0, backlogMax: 0, delayed: 0 };

  /** Takes the core that is free first, at `at` or later. Returns when the work ends. */
  function useCore(at: number, ms: number): number {
    let best = 0;
    for (let core = 1; core < coreFreeAt.length; core++)
      if ((coreFreeAt[core] ?? 0) < (coreFreeAt[best] ?? 0)) best = core;
    const end = Math.max(at, coreFreeAt[best] ?? 0) + ms;
    coreFreeAt[best] = end;
    if (now < peakEndMs) busy.database += ms;
    return end;
  }

  function useThread(worker: number, at: number, ms: number): number {
    const start = Math.max(at, threadFreeAt[worker] ?? 0);
    const end = scenario.isOneMachine ? useCore(start, ms) : start + ms;
    threadFreeAt[worker] = end;
    if (now < peakEndMs) busy.threads += ms;
    return end;
  }

  function writeRows(rows: readonly (Task | null)[]): void {
    for (const task of rows) outbox.push({ at: now, task });
    wakeRelay();
  }

  function wakeRelay(): void {
    if (isRelaying || outbox.length === 0) return;
    isRelaying = true;
    events.add(Math.max(now, relayAllowedAt), relayBatch);
  }

  function relayBatch(): void {
    const startedAt = now;
    const count = Math.min(scenario.relay.batchMax, outbox.length);
    const rows: Row[] = [];
    for (let index = 0; index < count; index++) {
      const row = outbox.shift();
      if (row) rows.push(row);
    }
    const ms = vary(times.relay.fixedMs) + count * times.relay.rowMs;
    if (now < peakEndMs) busy.relay += ms;
    events.add(useCore(now, ms), () => {
      for (const { at, task } of rows) {
        outboxWaits.add(now - at);
        if (task) enqueue(task);
      }
      isRelaying = false;
      // A full batch is followed by the next at once.
      relayAllowedAt = count === scenario.relay.batchMax ? now : startedAt + scenario.relay.paceMs;
      wakeRelay();
      dispatch();
    });
  }

  function enqueue(task: Task): void {
    if (task.dueAt <= now) {
      makeReady(task);
      return;
    }
    events.add(task.dueAt, () => {
      makeReady(task);
      dispatch();
    });
  }

  function makeReady(task: Task): void {
    lanes[scenario.hasPriorities ? LANES[task.kind] : 1]?.push(task);
    ready += 1;
    counts.backlogMax = Math.max(counts.backlogMax, ready);
  }

  function takeReady(): Task | undefined {
    const task = lanes.find((lane) => lane.length > 0)?.shift();
    if (task) ready -= 1;
    return task;
  }

  function dispatch(): void {
    while (idle.length > 0) {
      const task = takeReady();
      if (!task) break;
      const worker = idle.shift() ?? 0;
      running += 1;
      counts.tasks += 1;
      queueWaits[task.kind].add(now - task.dueAt);
      start(task, worker);
    }
  }

  function start(task: Task, worker: number): void {
    const taskTimes: TaskTimes = task.channel ? times.deliver : times.notify;
    const startedAt = now;
    const nodeEnd = useThread(worker, now, vary(taskTimes.nodeMs));
    const ownEnd = useCore(nodeEnd, vary(taskTimes.databaseMs)) + vary(taskTimes.waitMs);
    const answer = task.channel === null ? null : askVendor(task.channel, worker, ownEnd);
    const latencyMs = task.kind === 'money' ? vary(scenario.moneyLatencyMs) : (answer?.latencyMs ?? 0);
    events.add(ownEnd + latencyMs, () => {
      if (startedAt < peakEndMs) busy.places += Math.min(now, peakEndMs) - startedAt;
      running -= 1;
      idle.push(worker);
      if (answer && task.channel) finishMessage(task, task.channel, answer.outcome);
      else if (task.kind === 'notice') writeRows(planMessages(task.isUrgent));
      dispatch();
      checkDrained();
    });
  }

  const isOut = (channel: OutsideChannel, at: number): boolean =>
    scenario.outages.some((outage) => outage.channel === channel && at >= outage.fromMs && at < outage.toMs);

  function askVendor(
    channel: OutsideChannel,
    worker: number,
    at: number,
  ): { outcome: 'sent' | 'unanswered' | 'limited'; latencyMs: number } {
    const circuit = circuits[worker]?.[channel];
    if (circuit && at < circuit.openUntil) return { outcome: 'limited', latencyMs: 0 };
    if (!isOut(channel, at)) {
      if (circuit) circuit.failures = 0;
      return { outcome: 'sent', latencyMs: vary(scenario.latencyMs[channel]) };
    }
    if (circuit) {
      circuit.failures += 1;
      // The circuit lets no other call through while one tests whether the vendor answers again.
      if (circuit.failures >= CIRCUIT.failures) circuit.openUntil = at + CIRCUIT.timeoutMs + CIRCUIT.restMs;
    }
    return { outcome: 'unanswered', latencyMs: CIRCUIT.timeoutMs };
  }

  function finishMessage(
    task: Task,
    channel: OutsideChannel,
    outcome: 'sent' | 'unanswered' | 'limited',
  ): void {
    if (outcome === 'sent') {
      deliveryWaits[channel].add(now - task.firstDueAt);
      if (task.isDelayed) {
        delayed -= 1;
        lastDelayedAt = now;
      }
      return;
    }
    counts.refusedTries += 1;
    if (!task.isDelayed) {
      task.isDelayed = true;
      counts.delayed += 1;
      delayed += 1;
    }
    const unanswered = task.unanswered + (outcome === 'unanswered' ? 1 : 0);
    const retryMs =
      outcome === 'limited'
        ? scenario.limitedRetryMs(now - task.firstDueAt)
        : calculateRetryMs(channel, unanswered);
    writeRows([{ ...task, dueAt: now + retryMs, unanswered }]);
  }

  function planMessages(isUrgent: boolean): (Task | null)[] {
    const rows: (Task | null)[] = [null];
    for (const channel of OUTSIDE_CHANNELS) {
      const part = isUrgent ? reach.urgent[channel] : reach.bundled[channel] / bundleSize;
      if (random() >= part) continue;
      const dueAt = isUrgent || channel === 'push' ? now : now + scenario.bundleMs;
      rows.push(createTask(isUrgent ? 'urgent' : 'bundled', { dueAt, channel }));
    }
    return rows;
  }

  const createTask = (
    kind: Kind,
    { dueAt = now, isUrgent = true, channel = null }: Partial<Pick<Task, 'dueAt' | 'isUrgent' | 'channel'>>,
  ): Task => ({ kind, dueAt, firstDueAt: dueAt, isUrgent, channel, isDelayed: false, unanswered: 0 });

  function arrive(arrivals: Arrivals): void {
    const { kind, aSecond, factorAt } = arrivals;
    const rate = (aSecond * (factorAt?.(now) ?? 1)) / 1000;
    if (rate > 0) {
      if (kind === 'money') writeRows([createTask('money', {}), createTask('notice', {}), null]);
      else if (kind === 'code') writeRows([createTask('money', {})]);
      else writeRows([createTask('notice', { isUrgent: kind === 'urgent' })]);
    }
    const nextAt = rate > 0 ? now - Math.log(1 - random()) / rate : now + 1000;
    events.add(nextAt, () => arrive(arrivals));
  }

  function checkDrained(): void {
    if (now >= peakEndMs && ready === 0 && outbox.length === 0) drainedMs ??= now - peakEndMs;
  }

  const isOver = (): boolean =>
    drainedMs !== null && delayed === 0 && (scenario.burst === undefined || running === 0);

  for (const arrivals of scenario.arrivals) events.add(0, () => arrive(arrivals));
  events.add(0, () => writeRows(Array.from({ length: scenario.burst ?? 0 }, () => createTask('notice', {}))));
  events.add(peakEndMs, checkDrained);
  while (events.length > 0 && now < scenario.giveUpMs && !isOver()) {
    now = Math.max(now, events.nextAt);
    events.take()?.();
  }

  const outageEnd = Math.max(0, ...scenario.outages.map(({ toMs }) => toMs));
  const isRecovered = scenario.outages.length > 0 && delayed === 0 && lastDelayedAt !== null;
  const summarize = (waits: Waits): Summary => ({
    medianMs: waits.percentile(0.5),
    p99Ms: waits.percentile(0.99),
    maxMs: waits.max,
    count: waits.count,
  });
  return {
    outbox: summarize(outboxWaits),
    queue: Object.fromEntries(KINDS.map((kind) => [kind, summarize(queueWaits[kind])])) as Record<
      Kind,
      Summary
    >,
    delivery: Object.fromEntries(
      OUTSIDE_CHANNELS.map((channel) => [channel, summarize(deliveryWaits[channel])]),
    ) as Record<OutsideChannel, Summary>,
    drainedMs,
    recoveredMs: isRecovered ? Math.max(0, (lastDelayedAt ?? 0) - outageEnd) : null,
    ...counts,
    use: {
      places: busy.places / (peakEndMs * scenario.workers * concurrency),
      threads: busy.threads / (peakEndMs * scenario.workers),
      database: busy.database / (peakEndMs * scenario.databaseCores),
      relay: busy.relay / peakEndMs,
    },
  };
}
