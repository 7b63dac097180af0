import type { InfiniteData } from '@tanstack/react-query';
import type { Job } from '@fws/contract/jobs/schemas';
import { saveJob, unsaveJob } from '@fws/contract/search/calls';
import { noteUsefulAction } from '../../platform/background/index.ts';
import { translate } from '../../platform/i18n/index.ts';
import { queryClient, refresh } from '../../platform/queries/index.ts';
import { toast } from '../../platform/toasts/index.ts';

type SavedMark = Pick<Job, 'id' | 'saved'>;

/** Saves a job for later, or no longer; without a network, once there is one. Marks it in every list that shows it. */
export async function setSaved({ id, title }: Pick<Job, 'id' | 'title'>, saved: boolean): Promise<void> {
  try {
    const { act } = await import('../../platform/outbox/index.ts');
    const names = { object: `job:${id}:saved`, title };
    const outcome = await act(saved ? saveJob : unsaveJob, { jobId: String(id) }, names);
    for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: ['job'] }))
      queryClient.setQueryData(queryKey, (data: unknown) => markSaved(data, { id, saved }), {
        // Only the mark is new, not the rest of the data.
        updatedAt: state.dataUpdatedAt,
      });
    if (outcome === 'waits') return toast.success(translate('web.jobs.savedLater'));
    toast.success(translate(saved ? 'web.jobs.saved' : 'web.jobs.unsaved'));
    await refresh('saved');
    if (saved) await noteUsefulAction();
  } catch (error) {
    toast.error(error instanceof Error ? error.message : translate('common.something_wrong'));
  }
}

/** The data of a query of jobs with the mark of one of them. Other data stays as it is. */
function markSaved(data: unknown, mark: SavedMark): unknown {
  if (isPages(data))
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items?.map(markItem) })) };
  return isItem(data) ? markItem(data) : data;

  function markItem(item: unknown): unknown {
    return isItem(item) && item.id === mark.id ? { ...item, saved: mark.saved } : item;
  }
}

const isPages = (data: unknown): data is InfiniteData<{ items?: unknown[] }> =>
  typeof data === 'object' && data !== null && 'pages' in data;
const isItem = (data: unknown): data is SavedMark =>
  typeof data === 'object' && data !== null && 'id' in data && 'saved' in data;
