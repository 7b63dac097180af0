import { expect, test } from 'vitest';
import { defineProcess, mayTransition, transitionOf, type Process } from './process.ts';

type State = 'new' | 'open' | 'done';

const road: Process<State> = {
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
  expect(defineProcess(road)).toBe(road);
});

test('rejects unreachable states, dead ends and final states with a way out', () => {
  const [, begin] = road.transitions;
  expect(() => defineProcess<State | 'lost'>({ ...road, states: [...road.states, 'lost'] })).toThrow(
    'state "lost" cannot be reached',
  );
  const island: Process<State | 'lost'> = {
    ...road,
    states: [...road.states, 'lost'],
    transitions: [...road.transitions, { name: 'turn', from: ['lost'], to: 'lost', by: ['system'] }],
  };
  expect(() => defineProcess(island)).toThrow('state "lost" cannot be reached');
  expect(() => defineProcess({ ...road, transitions: [begin!], states: ['new', 'open'] })).toThrow(
    'state "open" is a dead end',
  );
  expect(() => defineProcess({ ...road, final: ['open', 'done'] })).toThrow(
    'state "open" is not final, it has a way out',
  );
  expect(() => defineProcess({ ...road, final: [] })).toThrow('state "done" is a dead end');
});

test('a state is reachable from any one of the transition’s start states', () => {
  const round: Process<State> = {
    ...road,
    final: [],
    transitions: [
      { name: 'begin', from: ['new', 'done'], to: 'open', by: ['poster'] },
      { name: 'finish', from: ['open'], to: 'done', by: ['worker'] },
    ],
  };
  expect(defineProcess(round)).toBe(round);
});

test('allows a transition only to its actors and only from its start states', () => {
  expect(mayTransition(road, 'begin', 'new', 'poster')).toBe(true);
  expect(mayTransition(road, 'begin', 'new', 'system')).toBe(true);
  expect(mayTransition(road, 'begin', 'new', 'worker')).toBe(false);
  expect(mayTransition(road, 'begin', 'open', 'poster')).toBe(false);
  expect(mayTransition(road, 'finish', 'open', 'worker')).toBe(true);
});

test('throws for an unknown transition', () => {
  expect(transitionOf(road, 'finish').to).toBe('done');
  expect(() => transitionOf(road, 'vanish')).toThrow('road has no transition "vanish"');
});
