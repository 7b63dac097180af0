import { useMutation } from '@tanstack/react-query';
import { adminWebhook, adminWebhookDecide } from '@fws/contract/admin/webhooks/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const webhookQuery = (webhookId: string) => callQuery('admin', adminWebhook, { webhookId });

export const useDecideWebhook = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminWebhookDecide>) => callApi(adminWebhookDecide, values),
    onSuccess: refreshAdmin,
  });
