import { useMutation } from '@tanstack/react-query';
import { adminTask, adminTaskDecide } from '@fws/contract/admin/tasks/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const taskQuery = (taskId: string) => callQuery('admin', adminTask, { taskId });

export const useDecideTask = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminTaskDecide>) => callApi(adminTaskDecide, values),
    onSuccess: refreshAdmin,
  });
