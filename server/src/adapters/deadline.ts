import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One question to a port, however many calls it takes: nobody waits longer for it, whoever asks. What is left of ten
 * seconds is for our own work around it.
 */
const ANSWERED_WITHIN_MS = 7_000;

const deadlines = new AsyncLocalStorage<AbortSignal>();

/** Ends calls that outlive the question they belong to, so that none is sent after its asker has given up. */
export function untilDeadline(ownMs: number): AbortSignal {
  const deadline = deadlines.getStore();
  const own = AbortSignal.timeout(ownMs);
  return deadline ? AbortSignal.any([deadline, own]) : own;
}

/** The same port, each of whose questions has the deadline above. */
export function bounded<Port extends object>(port: Port, withinMs = ANSWERED_WITHIN_MS): Port {
  const entries = Object.entries(port).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...args: unknown[]): unknown =>
          deadlines.run(AbortSignal.timeout(withinMs), () => Reflect.apply(member, port, args))
      : member,
  ]);
  return Object.fromEntries(entries);
}
