import { useMutation } from '@tanstack/react-query';
import {
  adminRestore,
  adminRestoreCompare,
  adminRestoreRecover,
  adminRestoreReopen,
} from '@fws/contract/admin/restore/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const restoreQuery = () => callQuery('admin', adminRestore, {});

export const useCompare = () =>
  useMutation({
    mutationFn: (statement: string) => callApi(adminRestoreCompare, { statement }),
    onSuccess: refreshAdmin,
  });
export const useReopen = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminRestoreReopen> & { key: string }) =>
      callApi(adminRestoreReopen, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
export const useRecover = () =>
  useMutation({
    mutationFn: ({ key, ...values }: CallInput<typeof adminRestoreRecover> & { key: string }) =>
      callApi(adminRestoreRecover, values, { idempotencyKey: key }),
    onSuccess: refreshAdmin,
  });
