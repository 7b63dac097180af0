import { useMutation } from '@tanstack/react-query';
import { adminNameChange, adminNameChangeReview } from '@fws/contract/admin/names/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const nameChangeQuery = (changeId: string) => ({
  ...callQuery('admin', adminNameChange, { changeId }),
  // The server logs each view, so do not refetch when the window regains focus.
  refetchOnWindowFocus: false,
});

export const useReviewNameChange = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminNameChangeReview>) => callApi(adminNameChangeReview, values),
    onSuccess: refreshAdmin,
  });
