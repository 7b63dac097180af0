import type { AlertFrequency } from '@fws/contract/search/model';
import { useT } from '../../../platform/i18n/index.ts';
import { toast } from '../../../platform/toasts/index.ts';
import type { JobFilter } from '../filter.ts';
import { useSaveSearch } from '../searchApi.ts';

/** Saves a search and says that it did. */
export function useSaving(filter: JobFilter, onSaved: () => void) {
  const t = useT();
  const saveSearch = useSaveSearch();
  const save = (frequency: AlertFrequency): void =>
    saveSearch.mutate(
      { filter, frequency },
      {
        onSuccess: () => {
          toast.success(t('web.search.saved'));
          onSaved();
        },
        onError: (error) => toast.error(error.message),
      },
    );
  return { save, saving: saveSearch.isPending };
}
