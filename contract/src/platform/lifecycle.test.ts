import { expect, test } from 'vitest';
import { defineLifecycle, canTransition, getTransition, type Lifecycle } from './lifecycle.ts';

type State = 'new' | 'open' | 'done';

const workflow: Lifecycle<State> = {
  name: 'road',
  initial: 'new',
  states: ['new', 'open', 'done'],
  final: ['done'],
  // The later step comes first, because the order must not matter.
  transitions: [
    { name: 'finish', from: ['open'], to: 'done', by: ['worker'] },
    { name: 'begin', from: ['new'], to: 'open', by: ['poster', 'system'] },
  ],
};

test('accepts a complete lifecycle', () => {
  expect(defineLifecycle(workflow)).toBe(workflow);
});

test('rejects unreachable states, dead ends and final states with a way out', () => {
  const [, begin] = workflow.transitions;
  expect(() =>
    defineLifecycle<State | 'lost'>({ ...workflow, states: [...workflow.states, 'lost'] }),
  ).toThrow('state "lost" cannot be reached');
  const unreachable: Lifecycle<State | 'lost'> = {
    ...workflow,
    states: [...workflow.states, 'lost'],
    transitions: [...workflow.transitions, { name: 'turn', from: ['lost'], to: 'lost', by: ['system'] }],
  };
  expect(() => defineLifecycle(unreachable)).toThrow('state "lost" cannot be reached');
  expect(() => defineLifecycle({ ...workflow, transitions: [begin!], states: ['new', 'open'] })).toThrow(
    'state "open" is a dead end',
  );
  expect(() => defineLifecycle({ ...workflow, final: ['open', 'done'] })).toThrow(
    'state "open" is not final, it has a way out',
  );
  expect(() => defineLifecycle({ ...workflow, final: [] })).toThrow('state "done" is a dead end');
});

test('a state is reachable from any one of the transition’s start states', () => {
  const cycle: Lifecycle<State> = {
    ...workflow,
    final: [],
    transitions: [
      { name: 'begin', from: ['new', 'done'], to: 'open', by: ['poster'] },
      { name: 'finish', from: ['open'], to: 'done', by: ['worker'] },
    ],
  };
  expect(defineLifecycle(cycle)).toBe(cycle);
});

test('allows a transition only to its actors and only from its start states', () => {
  expect(canTransition(workflow, 'begin', 'new', 'poster')).toBe(true);
  expect(canTransition(workflow, 'begin', 'new', 'system')).toBe(true);
  expect(canTransition(workflow, 'begin', 'new', 'worker')).toBe(false);
  expect(canTransition(workflow, 'begin', 'open', 'poster')).toBe(false);
  expect(canTransition(workflow, 'finish', 'open', 'worker')).toBe(true);
});

test('throws for an unknown transition', () => {
  expect(getTransition(workflow, 'finish').to).toBe('done');
  expect(() => getTransition(workflow, 'vanish')).toThrow('road has no transition "vanish"');
});
