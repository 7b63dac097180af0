import type { SharedMessageId } from './messages.ts';

/** A lifecycle as data: the server's guards and the buttons on screen both read it. */
export type Actor = 'poster' | 'worker' | 'system' | 'provider' | 'admin';

export interface Transition<State extends string> {
  name: string;
  from: readonly State[];
  to: State;
  by: readonly Actor[];
  /** The ledger posting that goes with it, by name. */
  money?: string;
  /** Who is notified, and with which notification type. */
  notice?: readonly { to: 'poster' | 'worker'; type: string }[];
  /** What triggers it when no actor does. */
  timer?: string;
}

export interface Lifecycle<State extends string> {
  name: string;
  initial: State;
  states: readonly State[];
  /** States without a way out. */
  final: readonly State[];
  transitions: readonly Transition<State>[];
}

/** Throws for a graph with unknown, unreachable or stuck states. Runs when the server starts and in tests. */
export function defineLifecycle<State extends string>(process: Lifecycle<State>): Lifecycle<State> {
  const reached = new Set<State>([process.initial]);
  for (let hasGrown = true; hasGrown;) {
    const previousSize = reached.size;
    for (const t of process.transitions) if (t.from.some((state) => reached.has(state))) reached.add(t.to);
    hasGrown = reached.size > previousSize;
  }
  for (const state of process.states) {
    if (!reached.has(state)) throw new Error(`${process.name}: state "${state}" cannot be reached`);
    const stuck = !process.transitions.some((t) => t.from.includes(state));
    if (stuck !== process.final.includes(state))
      throw new Error(
        `${process.name}: state "${state}" is ${stuck ? 'a dead end' : 'not final, it has a way out'}`,
      );
  }
  return process;
}

export function getTransition<State extends string>(
  process: Lifecycle<State>,
  name: string,
): Transition<State> {
  const transition = process.transitions.find((t) => t.name === name);
  if (!transition) throw new Error(`${process.name} has no transition "${name}"`);
  return transition;
}

/** Whether the actor may make the transition from that state. */
export function canTransition<State extends string>(
  process: Lifecycle<State>,
  name: string,
  from: State,
  by: Actor,
): boolean {
  const t = getTransition(process, name);
  return t.from.includes(from) && t.by.includes(by);
}

/** What a caller may do with an object; travels with it so that a screen can show why not. */
export type Ability = { allowed: true } | { allowed: false; reason: SharedMessageId };
