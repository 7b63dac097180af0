import { useMutation } from '@tanstack/react-query';
import { adminApproval, adminApprove } from '@fws/contract/admin/approvals/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const approvalQuery = (approvalId: string) => callQuery('admin', adminApproval, { approvalId });

export const useDecideApproval = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminApprove> & { key: string }) =>
      callApi(adminApprove, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
