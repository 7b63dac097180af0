import {
  adminEnter,
  adminFactorBegin,
  adminFactorSet,
  adminLeave,
  adminStatus,
} from '@fws/contract/admin/calls';
import { userLogin } from '@fws/contract/identity/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi, CallError } from '../../../platform/client/index.ts';
import { callQuery, queryClient } from '../../../platform/queries/index.ts';
import { loadSession } from '../../../platform/session/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const statusQuery = () => callQuery('admin', adminStatus, {});

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
