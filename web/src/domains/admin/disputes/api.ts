import { useMutation } from '@tanstack/react-query';
import {
  adminDispute,
  adminDisputeMessages,
  adminDisputeAsk,
  adminDisputePreview,
  adminDisputeSettle,
} from '@fws/contract/admin/disputes/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callPages, callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const disputeQuery = (disputeId: string) => callQuery('admin', adminDispute, { disputeId });

export const disputeMessagePages = (disputeId: string) =>
  callPages('admin', adminDisputeMessages, { disputeId });

export const previewQuery = (values: CallInput<typeof adminDisputePreview>) => ({
  ...callQuery('admin', adminDisputePreview, values),
  retry: false,
});

export const useSettleDispute = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminDisputeSettle> & { key: string }) =>
      callApi(adminDisputeSettle, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });

export const useRequestDocuments = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminDisputeAsk>) => callApi(adminDisputeAsk, values),
    onSuccess: refreshAdmin,
  });
