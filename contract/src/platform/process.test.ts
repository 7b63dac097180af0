import { expect, test } from 'vitest';
import { defineProcess, mayTransition, transitionOf, type Process } from './process.ts';

type State = 'new' | 'open' | 'done';

const road: Process<State> = {
  name: 'road',
  initial: 'new',
  states: ['new', 'open', 'done'],
  final: ['done'],
  // The later step first: what can be reached is found in any order.
  transitions: [
    { name: 'finish', from: ['open'], to: 'done', by: ['worker'] },
    { name: 'begin', from: ['new'], to: 'open', by: ['poster', 'system'] },
  ],
};

test('a lifecycle without gaps is taken as it is', () => {
  expect(defineProcess(road)).toBe(road);
});

test('one with a state that cannot be reached, or where nothing goes on, is refused at the start', () => {
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

test('one of the states that a step begins in is enough to get there', () => {
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

test('only whom it is for, only from where it begins', () => {
  expect(mayTransition(road, 'begin', 'new', 'poster')).toBe(true);
  expect(mayTransition(road, 'begin', 'new', 'system')).toBe(true);
  expect(mayTransition(road, 'begin', 'new', 'worker')).toBe(false);
  expect(mayTransition(road, 'begin', 'open', 'poster')).toBe(false);
  expect(mayTransition(road, 'finish', 'open', 'worker')).toBe(true);
});

test('a step that no lifecycle knows is a mistake of ours', () => {
  expect(transitionOf(road, 'finish').to).toBe('done');
  expect(() => transitionOf(road, 'vanish')).toThrow('road has no transition "vanish"');
});
