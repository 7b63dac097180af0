import { POSSIBLE_TIME_MAX_MS } from './model.ts';
import type { VisitWindow } from './window.ts';

/** A step that somebody took on a device, perhaps without a network. The server adds when it received the step. */
export interface DeviceStep {
  /** The installation of the app, as it names itself. */
  device: string;
  /** Grows with every step on the device. */
  counter: number;
  /** What the clock of the device said, which may be wrong. */
  deviceMs: number;
  /** The last time of the server that the device had seen before. Null: none. */
  seenMs: number | null;
  receivedMs: number;
}

/** When a step can have been taken, in the server's time. */
export interface PossibleTime {
  fromMs: number;
  untilMs: number;
  /** What the clock of the device said. Null where that cannot be. */
  deviceMs: number | null;
}

const isBetween = (ms: number, { fromMs, untilMs }: { fromMs: number; untilMs: number }): boolean =>
  fromMs <= ms && ms <= untilMs;

/**
 * When each step can have been taken. A step lies after the last time of the server that its device had seen and before
 * the server received it, and the steps of one device lie in the order of their counters. Steps are in the order in which
 * they were received, and a later one changes nothing about an earlier one. What contradicts itself is not used: then
 * only the server's own times count. `sinceMs`: when the visit was agreed.
 */
export function listPossibleTimes(steps: readonly DeviceStep[], sinceMs: number): PossibleTime[] {
  const times: PossibleTime[] = [];
  for (const [index, step] of steps.entries()) {
    const others = steps
      .slice(0, index)
      .flatMap(({ device, counter }, otherIndex) =>
        device === step.device ? [{ counter, time: times[otherIndex] }] : [],
      );
    const beforeMs = others.flatMap(({ counter, time }) =>
      counter < step.counter && time ? [time.fromMs] : [],
    );
    const afterMs = others.flatMap(({ counter, time }) =>
      counter > step.counter && time ? [time.untilMs] : [],
    );
    const { receivedMs, seenMs, deviceMs } = step;
    const fromMs = Math.max(sinceMs, seenMs ?? sinceMs, ...beforeMs);
    const untilMs = Math.min(receivedMs, ...afterMs);
    const time = { fromMs, untilMs };
    times.push(
      fromMs <= untilMs
        ? { ...time, deviceMs: isBetween(deviceMs, time) ? deviceMs : null }
        : { fromMs: sinceMs, untilMs: receivedMs, deviceMs: null },
    );
  }
  return times;
}

/** `unclear`: may have been before, in or after the agreed time. */
export type Punctuality = 'early' | 'in_time' | 'late' | 'unclear';

export function comparePossibleTime(time: PossibleTime, { startsMs, endsMs }: VisitWindow): Punctuality {
  if (time.untilMs - time.fromMs > POSSIBLE_TIME_MAX_MS) return 'unclear';
  const fromMs = time.deviceMs ?? time.fromMs;
  const untilMs = time.deviceMs ?? time.untilMs;
  if (untilMs < startsMs) return 'early';
  if (fromMs > endsMs) return 'late';
  return fromMs >= startsMs && untilMs <= endsMs ? 'in_time' : 'unclear';
}
