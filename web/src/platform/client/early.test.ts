import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/calls';
import { exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import type { CallInput } from '@fws/contract/platform/call';
import { getSort, NO_FILTER, toFilterValues } from '../../domains/search/filter.ts';

const head = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');

test('the page’s head sends the requests that the first screens send', () => {
  const jobs: CallInput<typeof exploreJobs> = {
    sort: getSort(NO_FILTER),
    ...toFilterValues(NO_FILTER),
    limit: String(JOBS_FIRST),
  };
  expect(head).toContain(`ask('${exploreJobs.name}', '${JSON.stringify(jobs)}');`);
  expect(head).toContain(`ask('${currentUser.name}', '{}');`);
  const [start, end] = JSON.stringify({ jobId: '#' }).split('#');
  expect(head).toContain(`ask('${jobDetail.name}', '${start}' + job[1] + '${end}');`);
});
