import { useMutation } from '@tanstack/react-query';
import { adminCase, adminCaseDecide, adminCasePreview } from '@fws/contract/admin/cases/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

const OPS_CASE_POLL_MS = 4000;

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

export const useDecideCase = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminCaseDecide> & { key: string | null }) =>
      callApi(adminCaseDecide, values, key === null ? {} : { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
