import { useMutation } from '@tanstack/react-query';
import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const identityQuery = (checkId: string) => ({
  ...callQuery('admin', adminIdentity, { checkId }),
  // The server logs each view, so do not refetch when the window regains focus.
  refetchOnWindowFocus: false,
});

export const useReviewIdentity = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminIdentityReview>) => callApi(adminIdentityReview, values),
    onSuccess: refreshAdmin,
  });
