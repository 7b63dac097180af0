import { useState } from 'react';
import type { AlertFrequency } from '@fws/contract/search/model';
import { useT } from '../../../platform/i18n/index.ts';
import { useOnline } from '../../../platform/offline/index.ts';
import { NeedsInternet } from '../../../ui/index.ts';
import type { JobFilter } from '../filter.ts';
import { useSearchWords } from '../useSearchWords.ts';
import { FilterFormDialog } from './FilterFormDialog.tsx';
import { FrequencyField } from './FrequencyField.tsx';
import { useSaving } from './useSaving.ts';

type Props = { filter: JobFilter; onClose: () => void };

/** Saves the search that is shown. */
export function SaveSearchDialog({ filter, onClose }: Props) {
  const t = useT();
  const online = useOnline();
  const words = useSearchWords(filter);
  const [frequency, setFrequency] = useState<AlertFrequency>('at_once');
  const { save, saving } = useSaving(filter, onClose);
  return (
    <FilterFormDialog
      title={t('web.search.save')}
      action={t('web.search.save')}
      busy={saving}
      disabled={!online}
      onSubmit={() => save(frequency)}
      onClose={onClose}
    >
      <p className="t2 mut filter-lead">{t('web.search.keep', { search: words.join(', ') })}</p>
      <FrequencyField value={frequency} onChange={setFrequency} />
      {!online && <NeedsInternet />}
    </FilterFormDialog>
  );
}
