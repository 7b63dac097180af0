import '../results.css';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import type { JobFilter } from '../filter.ts';
import { formatCount } from '../formatCount.ts';
import { canBeSaved } from '../saving.ts';
import { formatPlace } from '../useSearchWords.ts';
import { SaveSearchDialog } from './SaveSearchDialog.tsx';

/** How many jobs a search finds and where, and Save search. */
export default function CountLine({ filter, total }: { filter: JobFilter; total: number | null }) {
  const t = useT();
  const [saving, setSaving] = useState(false);
  return (
    <div className="count">
      <span role="status">
        {total !== null && <b>{formatCount(t, 'web.search.openJobs', total)}</b>} {formatPlace(t, filter)}
      </span>
      {canBeSaved(filter) && (
        <Button variant="quiet" icon="bookmark" onClick={() => setSaving(true)}>
          {t('web.search.save')}
        </Button>
      )}
      {saving && <SaveSearchDialog filter={filter} onClose={() => setSaving(false)} />}
    </div>
  );
}
