import type { Domain } from '../../platform/domain.ts';
import { mountDownload } from './download.ts';
import { tasks } from './jobs.ts';

export const filesDomain: Domain = {
  name: 'files',
  tasks,
  crontab: ['17 * * * * forget_unattached_files'],
  http: mountDownload,
};
