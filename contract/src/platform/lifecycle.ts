import type { NotificationType } from '../notifications/model.ts';
import type { SharedMessageId } from './messages.ts';
import type { PostingKind } from './posting-kinds.ts';

// A lifecycle as data. The server's guards, its transition functions, its notifications and the history read it. The
// transition functions also refuse what contradicts its postings and timers.

/** Who causes a change. `user`: the person whose record it is, where sides do not matter. */
export type Actor = 'poster' | 'worker' | 'user' | 'admin' | 'provider' | 'system';

/** `already`: the event took place, so a repetition changes nothing. `no`: the event is refused. */
export type Refused = 'already' | 'no';

/** The postings of the ledger that go with an event, in the same transaction of the database. */
export interface EventPostings {
  /** One posting for each record that the event changes. Of several kinds: one posting, of one kind, for all of them. */
  posts?: PostingKind | readonly PostingKind[];
  /** Postings that go with it at times. The event may take place without them; they do not occur without the event. */
  mayPost?: readonly PostingKind[];
}

export interface Transition<State extends string> extends EventPostings {
  by: readonly Actor[];
  /** What the event leads to from every state. A missing state is a type error. */
  from: Readonly<Record<State, State | Refused>>;
  /** Who is notified, and with which type. */
  notices?: readonly { to: 'poster' | 'worker' | 'user'; type: NotificationType }[];
  /** The tasks that cause the event when nobody does, and after how long. */
  timer?: {
    tasks: readonly string[];
    when: string;
    /** The event also follows from requests for something else. */
    requests?: true;
  };
}

export interface Lifecycle<State extends string, Event extends string> {
  name: string;
  initial: State;
  /** States without a way out. */
  final: readonly State[];
  /** Of the kinds that its events name, those that are also posted without such an event. */
  alsoPosted?: readonly PostingKind[];
  /** Every event with all its cells. A missing event is a type error. */
  events: Readonly<Record<Event, Transition<State>>>;
}

export interface CheckedLifecycle<State extends string, Event extends string> extends Lifecycle<
  State,
  Event
> {
  states: readonly State[];
}

/** Throws for a table with unreachable or stuck states. Runs when the server starts and in tests. */
export function defineLifecycle<State extends string, Event extends string>(
  lifecycle: Lifecycle<State, Event>,
): CheckedLifecycle<State, Event> {
  const { name, initial, final } = lifecycle;
  const rows = Object.values<Transition<State>>(lifecycle.events).map(({ from }) => from);
  const [firstRow] = rows;
  if (!firstRow) throw new Error(`${name}: no event changes it`);
  // Every row has the same keys, by type.
  const states = Object.keys(firstRow) as State[];
  const listTargets = (state: State) => rows.flatMap((row) => getTarget<State>(row[state]) ?? []);

  const reached = new Set<State>([initial]);
  // A set that grows while it is read is read to its new end.
  for (const state of reached) for (const target of listTargets(state)) reached.add(target);
  for (const state of states) {
    if (!reached.has(state)) throw new Error(`${name}: state "${state}" cannot be reached`);
    const isStuck = listTargets(state).length === 0;
    if (isStuck !== final.includes(state))
      throw new Error(
        `${name}: state "${state}" is ${isStuck ? 'a dead end' : 'not final, it has a way out'}`,
      );
  }
  return { ...lifecycle, states };
}

const getTarget = <State extends string>(cell: State | Refused): State | null =>
  cell === 'already' || cell === 'no' ? null : cell;

/** The cell of the event in that state, for this actor. Whoever may not cause the event is refused. */
export function decideTransition<State extends string, Event extends string>(
  lifecycle: Lifecycle<State, Event>,
  event: Event,
  from: State,
  by: Actor,
): { kind: 'go'; to: State } | { kind: Refused } {
  const transition = lifecycle.events[event];
  if (!transition.by.includes(by)) return { kind: 'no' };
  const cell = transition.from[from];
  const to = getTarget<State>(cell);
  return to === null ? { kind: cell as Refused } : { kind: 'go', to };
}

/** Whether the actor may cause the event in that state. */
export const canTransition = <State extends string, Event extends string>(
  lifecycle: Lifecycle<State, Event>,
  event: Event,
  from: State,
  by: Actor,
): boolean => decideTransition(lifecycle, event, from, by).kind === 'go';

/** The states in which the event changes something. */
export const listStartStates = <State extends string, Event extends string>(
  { states, events }: CheckedLifecycle<State, Event>,
  event: Event,
): State[] => states.filter((state) => getTarget<State>(events[event].from[state]) !== null);

/** Everybody whom the lifecycle lets change that state to the other, by any event. */
export const listActors = ({ events }: Lifecycle<string, string>, from: string, to: string): Actor[] =>
  Object.values(events).flatMap((event) => (event.from[from] === to ? event.by : []));

/** The notification that the event sends to this side. */
export function getNoticeType<State extends string, Event extends string>(
  { name, events }: Lifecycle<State, Event>,
  event: Event,
  to: 'poster' | 'worker' | 'user',
): NotificationType {
  const notice = events[event].notices?.find((candidate) => candidate.to === to);
  if (!notice) throw new Error(`${name}: "${event}" notifies no ${to}`);
  return notice.type;
}

/** What a caller may do with an object; travels with it so that a screen can show why not. */
export type Ability = { allowed: true } | { allowed: false; reason: SharedMessageId };

export const allowIf = (isAllowed: boolean, reason: SharedMessageId): Ability =>
  isAllowed ? { allowed: true } : { allowed: false, reason };
