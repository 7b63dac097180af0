import { useMutation } from '@tanstack/react-query';
import { adminFeesSet, adminSettings, adminSettingSet } from '@fws/contract/admin/settings/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const settingsQuery = () => callQuery('admin', adminSettings, {});
export const useSetSetting = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminSettingSet>) => callApi(adminSettingSet, values),
    onSuccess: refreshAdmin,
  });
export const useSetFees = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminFeesSet>) => callApi(adminFeesSet, values),
    onSuccess: refreshAdmin,
  });
