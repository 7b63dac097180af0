import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { addPushSubscription, agreeToWhatsApp } from '../../../contract/src/notifications/calls.ts';
import { OUTSIDE_CHANNELS, type OutsideChannel } from '../../../contract/src/notifications/channels.ts';
import { inTx } from '../../../server/src/platform/db/index.ts';
import type { FaultPoint } from '../../../server/src/platform/fault-point.ts';
import { enqueue, notifyMany } from '../../../server/src/platform/queue/index.ts';
import { arm, killNow, type Fault, type Part } from '../../../server/test/processes/server-process.ts';
import { subscribeAtSandbox } from '../../../server/test/notifications/push-subscriptions.ts';
import type { TestUser } from '../../../server/test/user.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { createRandom } from '../support/numbers.ts';
import { createProcesses } from '../support/processes.ts';

const POINTS: readonly FaultPoint[] = [
  'outbox_claimed',
  'outbox_handed_on',
  'outbox_committed',
  'job_taken',
  'before_commit',
  'after_commit',
  'message_claimed',
  'before_provider',
  'after_provider',
  'message_sent',
  'job_done',
];
const PEOPLE = 20;
const EVENTS_PER_KILL = 3;
const LATEST_PASS = 4;
const REACHED_WITHIN_MS = 10_000;
/** Longer than any send is given to be answered, so that each process takes over what the killed one was sending. */
const AHEAD_MS = 150_000;
const QUIET_WITHIN_MS = 60_000;
/** Attempts to come to an end without any kill. */
const LAST_STARTS = 20;

interface MessagesOptions {
  seed: number;
  /** About as many are sent: an event is one message by each channel. */
  messages: number;
  /** Once aborted, nothing new begins; what has begun is sent and judged. */
  signal: AbortSignal;
  onKill: (point: FaultPoint, pass: number, isReached: boolean) => void;
}

export interface MessagesRun {
  /** Number of kills by point. */
  kills: Record<string, number>;
  notReached: number;
  messages: number;
  lost: number;
  /** By channels whose vendor can be asked, or reports: none may be. */
  'doubled (sms, whatsapp)': number;
  /** By channels without a look-up: a repeat has the same tag or Message-ID, so the phone shows one. */
  'repeated (push, email)': number;
  violations: string[];
}

interface Sent {
  id: string;
  channel: OutsideChannel;
  reference: string | null;
}

export async function runMessages(options: MessagesOptions): Promise<MessagesRun> {
  const world = await startWorld({
    worker: false,
    env: { WORKER_HEARTBEAT_MS: '500', NOTIFICATION_CHANNELS: OUTSIDE_CHANNELS.join(',') },
    messagesKept: 3 * options.messages,
  });
  try {
    const people = await createPeople(world);
    await world.stopServer();
    return await killWhileSending(world, people, options);
  } finally {
    await world.close();
  }
}

/** People who can be reached by every channel. */
async function createPeople(world: World): Promise<TestUser[]> {
  const people: TestUser[] = [];
  for (let index = 0; index < PEOPLE; index++) {
    const user = await world.user();
    const { endpoint, keys } = await subscribeAtSandbox(world.sandboxUrl, { label: `user ${user.id}` });
    await user.done(addPushSubscription, { endpoint, ...keys });
    await user.done(agreeToWhatsApp, { agrees: 'true' });
    people.push(user);
  }
  return people;
}

async function killWhileSending(
  world: World,
  people: readonly TestUser[],
  { seed, messages, signal, onKill }: MessagesOptions,
): Promise<MessagesRun> {
  const random = createRandom(seed);
  const run: Pick<MessagesRun, 'kills' | 'notReached'> = { kills: {}, notReached: 0 };
  const wantedEvents = Math.ceil(messages / OUTSIDE_CHANNELS.length);
  let events = 0;
  let workerStarts = 0;
  // The web process takes the vendors' reports, and the worker sends.
  const processes = createProcesses(world, ['web', 'worker'], {
    getAheadMs: (part) => (part === 'worker' ? ++workerStarts * AHEAD_MS : 0),
  });
  const begin = async () => {
    const started = await processes.begin();
    if (started.includes('worker')) await inTx(world.db, (tx) => enqueue(tx, 'resume_deliveries', {}));
  };
  try {
    for (let kill = 0; events < wantedEvents && !signal.aborted; kill++) {
      await begin();
      const point = POINTS[kill % POINTS.length] ?? 'job_taken';
      // The relay of one process hands on what all have written.
      const parts: Part[] = point.startsWith('outbox') ? ['web', 'worker'] : ['worker'];
      const pass = 1 + Math.floor(random() * (parts.length > 1 ? 2 : LATEST_PASS));
      const killed = Promise.race(parts.map((part) => once(processes.get(part), 'exit').then(() => part)));
      for (const part of parts) armIfAlive(processes.get(part), { point, pass, pid: null });
      const count = Math.min(EVENTS_PER_KILL, wantedEvents - events);
      await insertEvents(world, people, events, count);
      events += count;
      const killedPart = await Promise.race([killed, sleep(REACHED_WITHIN_MS, null, { ref: false })]);
      if (killedPart === null) {
        run.notReached += 1;
        await killNow(processes.get('worker'));
      } else {
        const name = `${killedPart} killed at ${point}`;
        run.kills[name] = (run.kills[name] ?? 0) + 1;
      }
      // What was not reached by the other process must not kill it in a later round.
      for (const part of parts)
        armIfAlive(processes.get(part), { point, pass: Number.MAX_SAFE_INTEGER, pid: null });
      const isReached = killedPart !== null;
      onKill(point, pass, isReached);
    }
    for (let attempt = 0; attempt < LAST_STARTS && (await countOpen(world, events)) !== 0; attempt++) {
      await begin();
      await waitUntilQuiet(world, events);
      await killNow(processes.get('worker'));
    }
  } finally {
    await processes.close();
  }
  const response = await fetch(`${world.sandboxUrl}/outbox.json`);
  return { ...run, ...(await judge(world, events, (await response.json()) as Sent[])) };
}

function armIfAlive(child: ChildProcess, fault: Fault): void {
  if (child.connected) arm(child, fault);
}

/** Money, because it goes out at once. */
function insertEvents(
  world: World,
  people: readonly TestUser[],
  first: number,
  count: number,
): Promise<void> {
  const notices = Array.from({ length: count }, (_, index) => {
    const user = people[(first + index) % people.length];
    if (!user) throw new Error('nobody to notify');
    return {
      userId: user.id,
      type: 'payment_released' as const,
      values: { amount: '₹900', milestone: `Event ${first + index}` },
      path: '/payment',
      dedupeKey: `event:${first + index}`,
    };
  });
  return inTx(world.db, (tx) => notifyMany(tx, notices));
}

/** Messages that are not over, recorded or not. */
async function countOpen(world: World, events: number): Promise<number> {
  const { over } = await world.db
    .selectFrom('notification_delivery')
    .select((row) => row.fn.countAll<number>().as('over'))
    .where('status', 'not in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow();
  return events * OUTSIDE_CHANNELS.length - over;
}

/** Until nothing is left, or nothing more happens without a later clock. */
async function waitUntilQuiet(world: World, events: number): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  let before = -1;
  let sameCount = 0;
  while (performance.now() < until && sameCount < 8) {
    const open = await countOpen(world, events);
    if (open === 0) return;
    sameCount = open === before ? sameCount + 1 : 0;
    before = open;
    await sleep(500);
  }
}

async function judge(
  world: World,
  events: number,
  sent: readonly Sent[],
): Promise<Omit<MessagesRun, 'kills' | 'notReached'>> {
  const deliveries = await world.db
    .selectFrom('notification_delivery')
    .select(['dedupe_key', 'channel', 'status', 'reason', 'reference'])
    .execute();
  const countSent = (reference: string) => sent.filter((message) => message.reference === reference).length;
  const violations: string[] = [];
  let lost = 0;
  const doubled = { sms: 0, whatsapp: 0, push: 0, email: 0 };
  for (let event = 0; event < events; event++)
    for (const channel of OUTSIDE_CHANNELS) {
      const name = `event ${event} by ${channel}`;
      const delivery = deliveries.find(
        (each) => each.dedupe_key === `event:${event}` && each.channel === channel,
      );
      const count = delivery ? countSent(delivery.reference) : 0;
      if (count > 1) doubled[channel] += count - 1;
      if (count > 1 && (channel === 'sms' || channel === 'whatsapp'))
        violations.push(`${name} was sent ${count} times`);
      const isSent = delivery !== undefined && ['sent', 'delivered', 'read'].includes(delivery.status);
      if (count > 0 && isSent) continue;
      lost += 1;
      violations.push(
        `${name} is ${delivery?.status ?? 'not recorded'} (${delivery?.reason ?? 'no reason'}), sent ${count} times`,
      );
    }
  return {
    messages: events * OUTSIDE_CHANNELS.length,
    lost,
    'doubled (sms, whatsapp)': doubled.sms + doubled.whatsapp,
    'repeated (push, email)': doubled.push + doubled.email,
    violations,
  };
}
