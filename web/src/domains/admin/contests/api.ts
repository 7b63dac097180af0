import { useMutation } from '@tanstack/react-query';
import { adminContest, adminContestDecide } from '@fws/contract/admin/contests/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const contestQuery = (contestId: string) => ({
  ...callQuery('admin', adminContest, { contestId }),
  // The server logs each view, so do not refetch when the window regains focus.
  refetchOnWindowFocus: false,
});

export const useDecideContest = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminContestDecide>) => callApi(adminContestDecide, values),
    onSuccess: refreshAdmin,
  });
