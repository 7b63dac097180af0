import { expect, test } from 'vitest';
import {
  canTransition,
  decideTransition,
  defineLifecycle,
  getNoticeType,
  listActors,
  listStartStates,
  type Lifecycle,
} from './lifecycle.ts';

type State = 'new' | 'open' | 'done';
type Event = 'begin' | 'finish';

const workflow: Lifecycle<State, Event> = {
  name: 'road',
  initial: 'new',
  final: ['done'],
  // The later step comes first, because the order must not matter.
  events: {
    finish: {
      by: ['worker'],
      from: { new: 'no', open: 'done', done: 'already' },
      notices: [{ to: 'poster', type: 'work_completed' }],
    },
    begin: { by: ['poster', 'system'], from: { new: 'open', open: 'already', done: 'no' } },
  },
};
const { begin, finish } = workflow.events;

test('accepts a complete lifecycle, and lists its states', () => {
  expect(defineLifecycle(workflow)).toEqual({ ...workflow, states: ['new', 'open', 'done'] });
});

test('rejects unreachable states, dead ends and final states with a way out', () => {
  const withLost = (lost: 'lost' | 'no'): Lifecycle<State | 'lost', Event | 'turn'> => ({
    ...workflow,
    events: {
      finish: { ...finish, from: { ...finish.from, lost: 'no' } },
      begin: { ...begin, from: { ...begin.from, lost: 'no' } },
      turn: { by: ['system'], from: { new: 'no', open: 'no', done: 'no', lost } },
    },
  });
  expect(() => defineLifecycle(withLost('no'))).toThrow('road: state "lost" cannot be reached');
  expect(() => defineLifecycle(withLost('lost'))).toThrow('road: state "lost" cannot be reached');
  const endless: Lifecycle<'new' | 'open', 'begin'> = {
    name: 'road',
    initial: 'new',
    final: [],
    events: { begin: { ...begin, from: { new: 'open', open: 'already' } } },
  };
  expect(() => defineLifecycle(endless)).toThrow('road: state "open" is a dead end');
  expect(() => defineLifecycle({ ...workflow, final: ['open', 'done'] })).toThrow(
    'road: state "open" is not final, it has a way out',
  );
  expect(() => defineLifecycle({ ...workflow, final: [] })).toThrow('road: state "done" is a dead end');
  expect(() => defineLifecycle({ ...workflow, events: {} })).toThrow('road: no event changes it');
});

test('a state is reachable from any one of the event’s start states', () => {
  const cycle: Lifecycle<State, Event> = {
    ...workflow,
    final: [],
    events: { finish, begin: { ...begin, from: { new: 'open', open: 'already', done: 'open' } } },
  };
  expect(listStartStates(defineLifecycle(cycle), 'begin')).toEqual(['new', 'done']);
});

test('every state of every event is written, or it does not compile', () => {
  const incomplete: Lifecycle<State, 'begin'> = {
    ...workflow,
    // @ts-expect-error -- "done" is missing
    events: { begin: { by: ['poster'], from: { new: 'open', open: 'already' } } },
  };
  // @ts-expect-error -- "finish" is missing
  const eventless: Lifecycle<State, Event>['events'] = { begin };
  expect([incomplete, eventless]).toHaveLength(2);
  // @ts-expect-error -- an unknown event
  expect(() => canTransition(workflow, 'vanish', 'new', 'poster')).toThrow(TypeError);
});

test('allows an event only to its actors and only from its start states', () => {
  expect(canTransition(workflow, 'begin', 'new', 'poster')).toBe(true);
  expect(canTransition(workflow, 'begin', 'new', 'system')).toBe(true);
  expect(canTransition(workflow, 'begin', 'new', 'worker')).toBe(false);
  expect(canTransition(workflow, 'begin', 'open', 'poster')).toBe(false);
  expect(canTransition(workflow, 'begin', 'done', 'poster')).toBe(false);
  expect(canTransition(workflow, 'finish', 'open', 'worker')).toBe(true);
});

test('tells a repetition from a refusal', () => {
  expect(decideTransition(workflow, 'finish', 'open', 'worker')).toEqual({ kind: 'go', to: 'done' });
  expect(decideTransition(workflow, 'finish', 'done', 'worker')).toEqual({ kind: 'already' });
  expect(decideTransition(workflow, 'finish', 'new', 'worker')).toEqual({ kind: 'no' });
  expect(decideTransition(workflow, 'finish', 'done', 'poster')).toEqual({ kind: 'no' });
});

test('names who may lead from one state to another, and whom an event notifies', () => {
  expect(listActors(workflow, 'new', 'open')).toEqual(['poster', 'system']);
  expect(listActors(workflow, 'open', 'new')).toEqual([]);
  expect(getNoticeType(workflow, 'finish', 'poster')).toBe('work_completed');
  expect(() => getNoticeType(workflow, 'finish', 'worker')).toThrow('road: "finish" notifies no worker');
  expect(() => getNoticeType(workflow, 'begin', 'poster')).toThrow('road: "begin" notifies no poster');
});
