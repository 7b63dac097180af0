import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import type { Log } from '../log.ts';
import { processMetrics } from '../metrics.ts';

/** How long a request may wait for Redis by default. */
const ANSWER_WITHIN_MS = 40;
const BEAT_MS = 250;
/** Beats are counted instead of elapsed time: a process that was suspended has not been waiting. */
const SILENT_AFTER_BEATS = 6;
const RECONNECT_MS = 500;

/** Registered when a process connects, so that it is absent where REDIS_URL is not set. */
const upGauge = new Gauge({
  name: 'fws_redis_up',
  help: 'Whether this process reaches Redis; absent where REDIS_URL is not set',
  registers: [],
});

/** Redis does not answer, or not soon enough. */
export class RedisUnavailable extends Error {}

/** This process's only connection to Redis, which may be lost at any time. */
export interface RedisLine {
  /** Whether commands may be sent. */
  isUp(): boolean;
  /** Whether every message on the channel arrives here. */
  isListening(): boolean;
  /** Resolves with the answer, or rejects at once while Redis is down and soon when it does not answer. */
  run<T>(command: (client: Redis) => Promise<T>, withinMs?: number): Promise<T>;
  /**
   * From now on, messages on the channel are emitted. They arrive in the order in which Redis got them, and none is left
   * out from `up` until `isListening()` is false.
   */
  subscribe(channel: string): void;
  readonly events: EventEmitter<{ up: []; message: [text: string] }>;
  close(): Promise<void>;
}

/**
 * Connects in the background, so that a process starts without Redis, and reconnects forever. The line is up when Redis
 * has answered after everything that the process subscribes to was subscribed. It is down when the connection ends, or
 * when Redis answers nothing: a frozen server and a cut network report no error.
 */
export function connectRedis({
  url,
  log,
  answerWithinMs = ANSWER_WITHIN_MS,
}: {
  url: string;
  log: Log;
  answerWithinMs?: number;
}): RedisLine {
  const events: RedisLine['events'] = new EventEmitter();
  events.setMaxListeners(0);
  processMetrics.registerMetric(upGauge);
  upGauge.set(0);
  let client: Redis | undefined;
  let channel: string | undefined;
  let isSubscribed = false;
  let isClosed = false;
  /** Undefined until the first answer or the first failure, so that one of them is logged. */
  let isUp: boolean | undefined;
  /** A command had no answer in time: requests wait for no other until Redis has answered a beat. */
  let isLate = false;
  let isAsking = false;
  /** The connection is being closed: an answer that still arrives on it must not count. */
  let isGivenUp = false;
  let silentBeats = 0;
  let lastError = '';

  function goUp(): void {
    isLate = false;
    if (isUp === true || isClosed) return;
    if (isUp === false) log.info('redis is back');
    isUp = true;
    upGauge.set(1);
    events.emit('up');
  }

  function goDown(reason: string): void {
    if (isUp === false || isClosed) return;
    isUp = false;
    upGauge.set(0);
    log.warn('redis is lost: live events are asked for, and each process counts requests by itself', {
      reason,
    });
  }

  /** Asks Redis for an answer, in its order behind everything that was sent before. */
  async function ask(current: Redis): Promise<void> {
    isAsking = true;
    try {
      if (channel !== undefined && !isSubscribed) {
        await current.subscribe(channel);
        isSubscribed = true;
      }
      await current.ping();
      if (isGivenUp) return;
      silentBeats = 0;
      if (channel === undefined || isSubscribed) goUp();
    } catch (error) {
      lastError = (error as Error).message;
      // The server answers, but refuses: it may be loading its data, or this login may do nothing.
      if (current.status === 'ready') goDown(lastError);
    } finally {
      isAsking = false;
    }
  }

  function beat(): void {
    if (!client) return;
    silentBeats += 1;
    if (silentBeats >= SILENT_AFTER_BEATS) {
      silentBeats = 0;
      goDown(lastError || 'no answer');
      // The system would keep a connection without answers for a quarter of an hour.
      if (client.status === 'reconnecting') return;
      isGivenUp = true;
      client.disconnect(true);
    } else if (client.status === 'ready' && !isAsking) void ask(client);
  }

  async function start(): Promise<void> {
    // Loaded only where Redis is used.
    const { Redis } = await import('./client.ts');
    if (isClosed) return;
    client = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      // A command whose answer was lost may have been run: it is not sent again.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      autoResubscribe: false,
      enableReadyCheck: false,
      disableClientInfo: true,
      connectTimeout: BEAT_MS * SILENT_AFTER_BEATS,
      // A connection is only ended when nothing more is expected of it.
      disconnectTimeout: 1,
      retryStrategy: () => RECONNECT_MS,
    });
    client.on('error', (error: Error) => (lastError = error.message));
    client.on('ready', () => {
      silentBeats = 0;
      lastError = '';
      if (client && !isAsking) void ask(client);
    });
    client.on('close', () => {
      isGivenUp = false;
      isSubscribed = false;
      goDown(lastError || 'the connection was closed');
    });
    client.on('message', (_channel: string, text: string) => events.emit('message', text));
    // The listener of errors has the reason, and the client tries again by itself.
    await client.connect().catch(() => {});
  }

  const starting = start().catch((error: unknown) => log.error('the client of redis does not start', error));
  const timer = setInterval(beat, BEAT_MS).unref();
  return {
    events,
    isUp: () => isUp === true && !isLate,
    isListening: () => isUp === true && isSubscribed,
    async run(command, withinMs = answerWithinMs) {
      if (isUp !== true || isLate || !client) throw new RedisUnavailable('redis is down');
      return answerSoon(command(client), withinMs, () => {
        isLate = true;
      });
    },
    subscribe(name) {
      channel = name;
      isUp = undefined;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await starting;
      client?.disconnect();
    },
  };
}

/** Rejects when the answer is late. */
function answerSoon<T>(answer: Promise<T>, withinMs: number, onLate: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    // After a pause of this process its timers run first: read what has arrived before giving up.
    const giveUp = () =>
      setImmediate(() => {
        if (isSettled) return;
        onLate();
        reject(new RedisUnavailable('redis did not answer in time'));
      });
    const timer = setTimeout(giveUp, withinMs);
    const settle = () => {
      isSettled = true;
      clearTimeout(timer);
    };
    answer.finally(settle).then(resolve, reject);
  });
}
