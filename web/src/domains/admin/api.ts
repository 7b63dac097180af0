import { useMutation } from '@tanstack/react-query';
import {
  adminEnter,
  adminFactorBegin,
  adminFactorSet,
  adminLeave,
  adminStatus,
  auditLog,
} from '@fws/contract/admin/calls';
import { adminApproval, adminApprove } from '@fws/contract/admin/approvals/calls';
import {
  adminDispute,
  adminDisputeAsk,
  adminDisputePreview,
  adminDisputeSettle,
} from '@fws/contract/admin/disputes/calls';
import { adminEnquiry, adminEnquiryAnswered } from '@fws/contract/admin/enquiries/calls';
import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import { adminCase, adminCaseDecide, adminCasePreview } from '@fws/contract/admin/cases/calls';
import { adminTask, adminTaskDecide } from '@fws/contract/admin/tasks/calls';
import { adminWebhook, adminWebhookDecide } from '@fws/contract/admin/webhooks/calls';
import { adminJob, adminJobVerify } from '@fws/contract/admin/jobs/calls';
import { adminImpersonationStart } from '@fws/contract/admin/impersonation/calls';
import { adminQueue, adminQueueCounts } from '@fws/contract/admin/queue/calls';
import {
  adminUser,
  adminUserFactorsReset,
  adminUserRestore,
  adminUsers,
  adminUserSecurity,
  adminUserSuspend,
  adminUserWithdrawalsAllow,
} from '@fws/contract/admin/users/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { userLogin } from '@fws/contract/identity/calls';
import { callApi, CallError } from '../../platform/client/index.ts';
import { callPages, callQuery, queryClient, refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';

const refreshAdmin = () => refresh('admin');
const OPS_CASE_POLL_MS = 4000;

export const statusQuery = () => callQuery('admin', adminStatus, {});
export const queuePages = (kind: string) => callPages('admin', adminQueue, { kind });
export const countsQuery = () => callQuery('admin', adminQueueCounts, {});
export const disputeQuery = (disputeId: string) => callQuery('admin', adminDispute, { disputeId });
export const previewQuery = (values: CallInput<typeof adminDisputePreview>) => ({
  ...callQuery('admin', adminDisputePreview, values),
  retry: false,
});
export const approvalQuery = (approvalId: string) => callQuery('admin', adminApproval, { approvalId });
export const identityQuery = (checkId: string) => ({
  ...callQuery('admin', adminIdentity, { checkId }),
  // The server logs each view, so do not refetch when the window regains focus.
  refetchOnWindowFocus: false,
});
export const jobQuery = (jobId: string) => callQuery('admin', adminJob, { jobId });
export const enquiryQuery = (enquiryId: string) => callQuery('admin', adminEnquiry, { enquiryId });
export const opsCaseQuery = (caseId: string) => ({
  ...callQuery('admin', adminCase, { caseId }),
  // A task asks the provider, and many cases resolve by themselves: poll until resolved.
  refetchInterval: ({ state: { data } }: { state: { data?: { resolved: unknown } | undefined } }) =>
    data?.resolved === null ? OPS_CASE_POLL_MS : (false as const),
});
export const opsCasePreviewQuery = (values: CallInput<typeof adminCasePreview>) => ({
  ...callQuery('admin', adminCasePreview, values),
  retry: false,
});
export const webhookQuery = (webhookId: string) => callQuery('admin', adminWebhook, { webhookId });
export const taskQuery = (taskId: string) => callQuery('admin', adminTask, { taskId });
export const userPages = (search: string) => callPages('admin', adminUsers, { search });
export const userQuery = (userId: string) => callQuery('admin', adminUser, { userId });
export const securityPages = (userId: string) => callPages('admin', adminUserSecurity, { userId });
export const auditPages = (params: { subject: string; subjectId: string }) =>
  callPages('admin', auditLog, params);

/** Shows the MFA gate again when the second factor expires while a screen is open. */
export function watchMfaGate(): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    // React to the failure event only: a query that refetches still holds its previous error.
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!(error instanceof CallError) || error.stepUp !== 'totp') return;
    queryClient.setQueryData(statusQuery().queryKey, (status) => status && { ...status, entered: false });
  });
}

export async function logIn(values: CallInput<typeof userLogin>): Promise<void> {
  await callApi(userLogin, values);
  await loadSession();
}
export const beginFactor = (otp: string) => callApi(adminFactorBegin, { otp });
export const setFactor = (code: string) => callApi(adminFactorSet, { code });
export const verifyMfa = (code: string) => callApi(adminEnter, { code });
export const leaveAdmin = async () => {
  await callApi(adminLeave, {});
  await refreshAdmin();
};

export const useSettleDispute = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminDisputeSettle> & { key: string }) =>
      callApi(adminDisputeSettle, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
export const useRequestDocuments = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminDisputeAsk>) => callApi(adminDisputeAsk, values),
    onSuccess: refreshAdmin,
  });
export const useDecideApproval = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminApprove> & { key: string }) =>
      callApi(adminApprove, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
export const useReviewIdentity = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminIdentityReview>) => callApi(adminIdentityReview, values),
    onSuccess: refreshAdmin,
  });
export const useVerifyJob = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminJobVerify>) => callApi(adminJobVerify, values),
    onSuccess: refreshAdmin,
  });
export const useMarkEnquiryAnswered = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminEnquiryAnswered>) => callApi(adminEnquiryAnswered, values),
    onSuccess: refreshAdmin,
  });
export const useDecideCase = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminCaseDecide> & { key: string | null }) =>
      callApi(adminCaseDecide, values, key === null ? {} : { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
export const useDecideWebhook = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminWebhookDecide>) => callApi(adminWebhookDecide, values),
    onSuccess: refreshAdmin,
  });
export const useDecideTask = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminTaskDecide>) => callApi(adminTaskDecide, values),
    onSuccess: refreshAdmin,
  });
export const useAllowWithdrawals = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminUserWithdrawalsAllow>) =>
      callApi(adminUserWithdrawalsAllow, values),
    onSuccess: refreshAdmin,
  });
export const useSuspension = (action: 'suspend' | 'restore') =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminUserSuspend>) =>
      callApi(action === 'suspend' ? adminUserSuspend : adminUserRestore, values),
    onSuccess: refreshAdmin,
  });
export const useResetFactors = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminUserFactorsReset>) => callApi(adminUserFactorsReset, values),
    onSuccess: refreshAdmin,
  });
/**
 * Starts an impersonation: this browser then shows the product as that user sees it; the admin area stays as
 * it was.
 */
export async function startImpersonation(values: CallInput<typeof adminImpersonationStart>): Promise<void> {
  await callApi(adminImpersonationStart, values);
  window.location.assign('/');
}
/** Refreshes the queue and its counts, but not the open case. */
export const refreshQueue = async (): Promise<void> => {
  for (const { name } of [adminQueue, adminQueueCounts])
    await queryClient.invalidateQueries({ queryKey: ['admin', name] });
};
export { refreshAdmin };
