import { adminQueue, adminQueueCounts } from '@fws/contract/admin/queue/calls';
import { callPages, callQuery, queryClient } from '../../../platform/queries/index.ts';

export const queuePages = (kind: string) => callPages('admin', adminQueue, { kind });
export const countsQuery = () => callQuery('admin', adminQueueCounts, {});

/** Refreshes the queue and its counts, but not the open case. */
export const refreshQueue = async (): Promise<void> => {
  for (const { name } of [adminQueue, adminQueueCounts])
    await queryClient.invalidateQueries({ queryKey: ['admin', name] });
};
