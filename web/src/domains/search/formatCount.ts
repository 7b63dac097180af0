import { JOBS_COUNTED_MAX } from '@fws/contract/jobs/model';
import type { MessageId, Translate } from '../../platform/i18n/index.ts';

/** "38 jobs". Beyond the number to which jobs are counted: "more than 1,000 jobs". */
export const formatCount = (
  t: Translate,
  id: Extract<MessageId, 'web.search.jobs' | 'web.search.openJobs'>,
  count: number,
): string => (count > JOBS_COUNTED_MAX ? t(`${id}More`, { count: JOBS_COUNTED_MAX }) : t(id, { count }));
