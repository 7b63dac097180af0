import type { Tx } from './db/index.ts';
import { writeOutbox } from './outbox/index.ts';
import type { QueuedTask } from './queue/index.ts';
import { toOutboxRow, type ChangeEvent } from './realtime/index.ts';

/** Enqueues tasks and publishes changes in one statement, for commands that run often. */
export const announce = (
  tx: Tx,
  { tasks, changes }: { tasks: readonly QueuedTask[]; changes: readonly ChangeEvent[] },
): Promise<void> => writeOutbox(tx, [...tasks, ...changes.flatMap(toOutboxRow)]);
