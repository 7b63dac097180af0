import { JOBS_COUNTED_MAX } from '@fws/contract/jobs/model';
import type { MessageId, Translate } from '../../platform/i18n/index.ts';

const BEYOND = {
  'web.search.jobs': 'web.search.jobsMore',
  'web.search.openJobs': 'web.search.openJobsMore',
} as const satisfies Partial<Record<MessageId, MessageId>>;

/** "38 jobs". Beyond the number to which jobs are counted: "more than 1,000 jobs". */
export const formatCount = (t: Translate, id: keyof typeof BEYOND, count: number): string =>
  count > JOBS_COUNTED_MAX ? t(BEYOND[id], { count: JOBS_COUNTED_MAX }) : t(id, { count });

/** Beyond the number to which jobs are counted, that number. */
export const limitCount = (count: number): number => Math.min(count, JOBS_COUNTED_MAX);

/** "38". Beyond the number to which jobs are counted: "1,000+". */
export const formatTotal = (count: number): string =>
  limitCount(count).toLocaleString('en-IN') + (count > JOBS_COUNTED_MAX ? '+' : '');
