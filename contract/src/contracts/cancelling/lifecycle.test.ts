import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { cancellationLifecycle } from './lifecycle.ts';

test('a cancellation has exactly these transitions', () => {
  expect(describeLifecycle(cancellationLifecycle)).toEqual([
    'cancellation: asked, agreed, declined; from asked to agreed or declined',
    'agree: asked → agreed, by worker',
    'decline: asked → declined, by worker; tells the poster cancellation_declined',
  ]);
  expect(describeRepetitions(cancellationLifecycle)).toEqual(['agree: agreed', 'decline: declined']);
});
