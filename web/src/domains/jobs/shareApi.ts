import { useMutation } from '@tanstack/react-query';
import { friendsSearch, shareJob } from '@fws/contract/connections/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages } from '../../platform/queries/index.ts';

export const friendPages = (search: string) => callPages('connections', friendsSearch, { search });

export function useShareJob(jobId: number) {
  return useMutation({
    mutationFn: (friendId: number) => callApi(shareJob, { jobId: String(jobId), friendId: String(friendId) }),
  });
}
