import { useMutation } from '@tanstack/react-query';
import { adminAppealDecide, adminReport, adminReportDecide } from '@fws/contract/admin/reports/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const reportCaseQuery = (reportCaseId: string) => ({
  ...callQuery('admin', adminReport, { reportCaseId }),
  // The server logs each view, so do not refetch when the window regains focus.
  refetchOnWindowFocus: false,
});

export const useDecideReport = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminReportDecide>) => callApi(adminReportDecide, values),
    onSuccess: refreshAdmin,
  });

export const useDecideAppeal = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminAppealDecide>) => callApi(adminAppealDecide, values),
    onSuccess: refreshAdmin,
  });
