import type { Lifecycle } from './lifecycle.ts';

/** Describes a lifecycle in sentences, so that a test can compare all of it. */
export function describeLifecycle<State extends string>({
  name,
  initial,
  states,
  final,
  transitions,
}: Lifecycle<State>) {
  return [
    `${name}: ${states.join(', ')}; from ${initial} to ${final.join(' or ') || 'no end'}`,
    ...transitions.map(({ name, from, to, by, money, notice = [], timer }) =>
      [
        `${name}: ${from.join(' or ')} → ${to}, by ${by.join(' or ')}`,
        ...(money === undefined ? [] : [`posts ${money}`]),
        ...notice.map((notification) => `tells the ${notification.to} ${notification.type}`),
        ...(timer === undefined ? [] : [timer]),
      ].join('; '),
    ),
  ];
}
