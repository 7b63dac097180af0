import { useMutation } from '@tanstack/react-query';
import {
  adminCategories,
  adminCategoryHide,
  adminCategoryMove,
  adminCategorySave,
  adminSampleRemove,
  adminSamples,
  adminSampleSave,
} from '@fws/contract/admin/content/calls';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../../platform/client/index.ts';
import { callQuery } from '../../../platform/queries/index.ts';
import { refreshAdmin } from '../shared/refreshAdmin.ts';

export const categoriesQuery = () => callQuery('admin', adminCategories, {});
export const samplesQuery = () => callQuery('admin', adminSamples, {});

export const useSaveCategory = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminCategorySave>) => callApi(adminCategorySave, values),
    onSuccess: refreshAdmin,
  });
export const useHideCategory = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminCategoryHide>) => callApi(adminCategoryHide, values),
    onSuccess: refreshAdmin,
  });
export const useMoveCategory = () =>
  useMutation({
    mutationFn: (values: CallInput<typeof adminCategoryMove>) => callApi(adminCategoryMove, values),
    onSuccess: refreshAdmin,
  });
export const useSaveSample = () =>
  useMutation({
    mutationFn: ({ video, language }: { video: File | null; language: string }) =>
      callApi(adminSampleSave, { language }, { files: { video } }),
    onSuccess: refreshAdmin,
  });
export const useRemoveSample = () =>
  useMutation({
    mutationFn: (sampleId: string) => callApi(adminSampleRemove, { sampleId }),
    onSuccess: refreshAdmin,
  });
