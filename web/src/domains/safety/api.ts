import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '@fws/contract/platform/call';
import {
  appealTakedown,
  blockedUsers,
  blockUser,
  reportContent,
  reportList,
  takedownDetail,
  takedownList,
  unblockUser,
} from '@fws/contract/safety/calls';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

declare module '../../platform/queries/index.ts' {
  interface Topics {
    safety: true;
  }
}

export const reportPages = () => callPages('safety', reportList, {});
export const takedownPages = () => callPages('safety', takedownList, {});
export const takedownQuery = (takedownId: string) => callQuery('safety', takedownDetail, { takedownId });
export const blockedPages = () => callPages('safety', blockedUsers, {});

export type ReportValues = CallInput<typeof reportContent>;

export const useSendReport = () =>
  useMutation({
    mutationFn: (values: ReportValues) => callApi(reportContent, values),
    onSuccess: () => refresh('safety'),
  });

export const useSendAppeal = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof appealTakedown>) => callApi(appealTakedown, values),
    onSuccess: () => refresh('safety'),
  });

/** Blocks or unblocks a person. Each then sees other jobs, quotes and people. */
export function useBlocking(userId: number) {
  const change = (call: typeof blockUser) => ({
    mutationFn: () => callApi(call, { userId: String(userId) }),
    onSuccess: () => refresh('safety', 'connections', 'job', 'quotes', 'saved'),
  });
  return { block: useMutation(change(blockUser)), unblock: useMutation(change(unblockUser)) };
}
