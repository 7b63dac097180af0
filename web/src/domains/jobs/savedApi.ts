import type { InfiniteData } from '@tanstack/react-query';
import type { Job } from '@fws/contract/jobs/schemas';
import { saveJob, unsaveJob } from '@fws/contract/search/calls';
import { callApi } from '../../platform/client/index.ts';
import { translate } from '../../platform/i18n/index.ts';
import { queryClient, refresh } from '../../platform/queries/index.ts';
import { toast } from '../../platform/toasts/index.ts';

type SavedMark = Pick<Job, 'id' | 'saved'>;

/** Saves a job for later, or no longer. Marks it in every list that shows it. */
export async function setSaved({ id }: Pick<Job, 'id'>, saved: boolean): Promise<void> {
  try {
    await callApi(saved ? saveJob : unsaveJob, { jobId: String(id) });
    queryClient.setQueriesData({ queryKey: ['job'] }, (data: unknown) => markSaved(data, { id, saved }));
    toast.success(translate(saved ? 'web.jobs.saved' : 'web.jobs.unsaved'));
    await refresh('saved');
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
