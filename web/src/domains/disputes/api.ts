import { useMutation } from '@tanstack/react-query';
import { conversationCite } from '@fws/contract/conversations/calls';
import {
  addIssueDocument,
  closedIssues,
  commentIssue,
  issueDetail,
  issueJobs,
  openIssues,
  raiseIssue,
  withdrawIssue,
} from '@fws/contract/disputes/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { PAGE_MAX } from '@fws/contract/platform/limits';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';

export const issuePages = (tab: 'open' | 'closed') =>
  callPages('disputes', tab === 'open' ? openIssues : closedIssues, {});
export const issueQuery = (issueId: string) => callQuery('disputes', issueDetail, { issueId });
/** The newest awarded jobs. Users with more jobs rarely have an issue with the oldest. */
export const issueJobsQuery = () => callQuery('disputes', issueJobs, { limit: String(PAGE_MAX) });

/** A hold is also shown on the job itself. */
const refreshIssues = () => refresh('disputes', 'contract');

export function useRaiseIssue() {
  return useMutation({
    mutationFn: (input: { values: CallInput<typeof raiseIssue>; document: File | undefined; key: string }) =>
      callApi(raiseIssue, input.values, { files: { document: input.document }, idempotencyKey: input.key }),
    onSuccess: refreshIssues,
  });
}

export function useIssueActions(id: number) {
  const issueId = String(id);
  return {
    comment: useMutation({
      mutationFn: (text: string) => callApi(commentIssue, { issueId, text }),
      onSuccess: refreshIssues,
    }),
    cite: useMutation({
      mutationFn: (values: CallInput<typeof conversationCite>) => callApi(conversationCite, values),
      onSuccess: refreshIssues,
    }),
    addDocument: useMutation({
      mutationFn: (document: File) => callApi(addIssueDocument, { issueId }, { files: { document } }),
      onSuccess: refreshIssues,
    }),
    withdraw: useMutation({
      mutationFn: () => callApi(withdrawIssue, { issueId }),
      onSuccess: refreshIssues,
    }),
  };
}
