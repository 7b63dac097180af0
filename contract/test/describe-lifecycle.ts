import { listStartStates, type CheckedLifecycle, type Transition } from '../src/platform/lifecycle.ts';

/** Describes a lifecycle in sentences, so that a test can compare all of it. */
export function describeLifecycle<State extends string, Event extends string>(
  lifecycle: CheckedLifecycle<State, Event>,
) {
  const { name, initial, states, final, events } = lifecycle;
  return [
    `${name}: ${states.join(', ')}; from ${initial} to ${final.join(' or ') || 'no end'}`,
    ...Object.entries<Transition<State>>(events).map(([event, transition]) => {
      const { by, from, posts = [], mayPost = [], notices = [], timer } = transition;
      const starts = listStartStates(lifecycle, event as Event);
      const targets = [...new Set(starts.map((state) => from[state]))];
      return [
        `${event}: ${starts.join(' or ')} → ${targets.join(' or ')}, by ${by.join(' or ')}`,
        ...(posts.length === 0 ? [] : [`posts ${[posts].flat().join(' or ')}`]),
        ...(mayPost.length === 0 ? [] : [`may post ${mayPost.join(' or ')}`]),
        ...notices.map((notification) => `tells the ${notification.to} ${notification.type}`),
        ...(timer === undefined ? [] : [`${describeTimer(timer)}: ${timer.when}`]),
      ].join('; ');
    }),
  ];
}

const describeTimer = ({ tasks, requests }: NonNullable<Transition<string>['timer']>): string =>
  [...tasks, ...(requests ? ['a request'] : [])].join(' or ');

/** Lists the repetitions that change nothing: the event and the states in which it took place already. */
export const describeRepetitions = <State extends string, Event extends string>({
  states,
  events,
}: CheckedLifecycle<State, Event>): string[] =>
  Object.entries<Transition<State>>(events).flatMap(([event, { from }]) => {
    const repeated = states.filter((state) => from[state] === 'already');
    return repeated.length === 0 ? [] : `${event}: ${repeated.join(' or ')}`;
  });
