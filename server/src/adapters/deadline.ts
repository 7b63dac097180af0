import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Time limit of one operation on a port, however many calls it makes. The rest of a ten-second request is left for our
 * own work.
 */
const ANSWERED_WITHIN_MS = 7_000;

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Aborts calls that outlive their operation, so that none is sent after its caller has given up. */
export function createDeadlineSignal(ownMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const ownSignal = AbortSignal.timeout(ownMs);
  return deadline ? AbortSignal.any([deadline, ownSignal]) : ownSignal;
}

/** Returns the same port with the deadline above on each of its methods. */
export function addDeadline<Port extends object>(port: Port, withinMs = ANSWERED_WITHIN_MS): Port {
  const entries = Object.entries(port).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...args: unknown[]): unknown =>
          deadlines.run(AbortSignal.timeout(withinMs), () => Reflect.apply(member, port, args))
      : member,
  ]);
  return Object.fromEntries(entries);
}
