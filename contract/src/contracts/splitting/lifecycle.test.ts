import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { splitLifecycle } from './lifecycle.ts';

test('a split has exactly these transitions', () => {
  expect(describeLifecycle(splitLifecycle)).toEqual([
    'split: awaited, proposed, agreed, disputed, overtaken; from awaited to agreed or disputed or overtaken',
    'propose: awaited or proposed → proposed, by poster or worker; tells the poster split_proposed; tells the worker split_proposed',
    'agree: proposed → agreed, by poster or worker; posts split_agreed; tells the poster split_agreed; tells the worker split_agreed',
    'stand: proposed → agreed, by system; posts split_agreed; tells the poster split_stands; tells the worker split_stands; end_split: three days after a proposal of 0 to the worker',
    'dispute: awaited or proposed → disputed, by poster or worker or system; tells the poster dispute_opened; tells the worker dispute_opened; end_split: three days without an agreement',
    'overtake: awaited or proposed → overtaken, by poster or worker or provider or system',
  ]);
  expect(describeRepetitions(splitLifecycle)).toEqual([
    'agree: agreed',
    'stand: agreed',
    'dispute: disputed',
    'overtake: overtaken',
  ]);
});
