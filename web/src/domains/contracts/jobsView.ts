/** Which of the worker's jobs are listed. The URL holds it. */
export type JobsView = { scope: 'ongoing' | 'all'; filter: JobsFilter };
export type JobsFilter = (typeof filters)[number];

export const filters = ['all', 'awarded', 'completed'] as const;

/** Only the tab "All Jobs" has a filter. */
export function readJobsView(search: URLSearchParams): JobsView {
  if (search.get('tab') !== 'all') return { scope: 'ongoing', filter: 'all' };
  return { scope: 'all', filter: filters.find((filter) => filter === search.get('show')) ?? 'all' };
}

export function toSearch({ scope, filter }: JobsView): string {
  if (scope === 'ongoing') return '';
  return filter === 'all' ? '?tab=all' : `?tab=all&show=${filter}`;
}
