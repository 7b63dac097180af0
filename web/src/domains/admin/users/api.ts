import { useMutation } from '@tanstack/react-query';
import { adminImpersonationStart } from '@fws/contract/admin/impersonation/calls';
import {
  adminUser,
  adminUserFactorsReset,
  adminUserFundingAllow,
  adminUserRestore,
  adminUsers,
  adminUserSecurity,
  adminUserSuspend,
  adminUserWithdrawalsAllow,
} from '@fws/contract/admin/users/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callPages, callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const userPages = (search: string) => callPages('admin', adminUsers, { search });
export const userQuery = (userId: string) => callQuery('admin', adminUser, { userId });
export const securityPages = (userId: string) => callPages('admin', adminUserSecurity, { userId });

export const useAllowWithdrawals = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminUserWithdrawalsAllow>) =>
      callApi(adminUserWithdrawalsAllow, values),
    onSuccess: refreshAdmin,
  });

export const useAllowFunding = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminUserFundingAllow>) => callApi(adminUserFundingAllow, values),
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
