import type { Log } from '../log.ts';
import type { RedisLine } from '../redis/line.ts';
import { REDIS_PREFIX } from '../redis/prefix.ts';
import type { Realtime } from './index.ts';
import { Subscribers } from './subscribers.ts';

const CHANNEL = `${REDIS_PREFIX}changes`;

/** No request waits for it; a publication in vain makes all streams ask. */
const PUBLISHED_WITHIN_MS = 500;

/** How long after events that did not go through Redis streams keep asking. */
const UNSURE_MS = 5_000;

/** Carries live events from the relay that holds the lease to every web process. */
export interface RedisEvents {
  /** For the relay. Resolves with false when Redis has not taken all of them. */
  publish(payloads: readonly string[]): Promise<boolean>;
  isUp(): boolean;
  /** For the relay: a process has sent events without Redis, or may have. */
  noteUnpublished(): void;
  /** For the web process. */
  listen(): Realtime;
}

/**
 * Live events are lost while this process does not reach Redis, and while the relay that hands them on does not. In both
 * cases streams ask at an interval, and read again when events arrive again.
 */
export function createRedisEvents(line: RedisLine, log: Log): RedisEvents {
  let noteUnpublished = (): void => {};
  return {
    isUp: () => line.isUp(),
    publish: (payloads) =>
      line
        .run(
          (client) => Promise.all(payloads.map((payload) => client.publish(CHANNEL, payload))),
          PUBLISHED_WITHIN_MS,
        )
        .then(
          () => true,
          () => false,
        ),
    noteUnpublished: () => noteUnpublished(),
    listen() {
      const subscribers = new Subscribers();
      const closing = new AbortController();
      let isUnsure = false;
      let sureAgain: NodeJS.Timeout | undefined;
      let hasBeenUp = false;
      const isLost = () => isUnsure || !line.isListening();
      const tellMissed = () => void subscribers.tellMissed(closing.signal);

      const onUp = () => {
        // Streams that were opened before the first connection may have missed events too.
        tellMissed();
        hasBeenUp = true;
      };
      const onMessage = (payload: string) => subscribers.deliver(payload);
      noteUnpublished = () => {
        if (!isUnsure && hasBeenUp) log.warn('live events did not go through redis: streams ask for them');
        isUnsure = true;
        clearTimeout(sureAgain);
        sureAgain = setTimeout(() => {
          isUnsure = false;
          if (line.isListening()) tellMissed();
        }, UNSURE_MS).unref();
      };
      line.events.on('up', onUp).on('message', onMessage);
      line.subscribe(CHANNEL);
      return {
        subscribe: (userId, listener, known) => subscribers.add(userId, listener, known),
        unsubscribe: (userId, listener) => subscribers.delete(userId, listener),
        isLost,
        async close() {
          closing.abort();
          clearTimeout(sureAgain);
          noteUnpublished = () => {};
          line.events.off('up', onUp).off('message', onMessage);
        },
      };
    },
  };
}
