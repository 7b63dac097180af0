import { visitList } from '@fws/contract/visits/calls';
import { callQuery } from '../../platform/queries/index.ts';

/** The visit of a job, for its two sides. The list is empty where none was agreed. */
export const visitQuery = (jobId: number | string) =>
  callQuery('contract', visitList, { jobId: String(jobId) });
