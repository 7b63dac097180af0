import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Tx } from '../db/index.ts';
import { defineTasks, enqueue, noPayload } from './index.ts';

test('passes a handler the entries that its schema declares', async () => {
  const received: unknown[] = [];
  const tasks = defineTasks(
    { pay: z.object({ orderId: z.string() }), sweep: noPayload },
    {
      pay: async (payload) => void received.push(payload),
      sweep: async (payload) => void received.push(payload),
    },
  );
  await tasks['pay']?.({ orderId: 'order_1', former: true });
  await tasks['sweep']?.({ _cron: { ts: '2026-11-23T00:00:00Z' } });
  expect(received).toEqual([{ orderId: 'order_1' }, {}]);
});

test('fails a task with a wrong payload, and names the wrong entries without their values', async () => {
  const tasks = defineTasks(
    { pay: z.object({ orderId: z.string(), round: z.int() }) },
    { pay: () => expect.unreachable() },
  );
  await expect(tasks['pay']?.({ orderId: 123_456, code: 'secret' })).rejects.toThrow(
    /^a task came without its orderId, round$/,
  );
});

/** Never called: the type check reads it. */
export async function enqueueOnlyKnownTasks(tx: Tx): Promise<void> {
  await enqueue(tx, 'check_order', { orderId: 'order_1' });
  // @ts-expect-error -- no domain has such a task
  await enqueue(tx, 'check_orders', {});
  // @ts-expect-error -- the payload lacks the order
  await enqueue(tx, 'check_order', {});
  // @ts-expect-error -- an order's id is text
  await enqueue(tx, 'check_order', { orderId: 1 });
  // @ts-expect-error -- the task takes no payload
  await enqueue(tx, 'seal_days', { day: '2026-11-23' });
}
