import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/calls';
import { exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { JOBS_FIRST } from '@fws/contract/jobs/model';
import type { RawOf } from '@fws/contract/platform/call';
import { encodeForm } from '@fws/contract/platform/form';
import { NO_FILTER } from '../../domains/jobs/filter.ts';

const head = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
const bodyOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

test('the page’s head sends the requests that the first screens send', () => {
  const jobs: RawOf<typeof exploreJobs> = { ...NO_FILTER, limit: String(JOBS_FIRST) };
  expect(head).toContain(`ask('${exploreJobs.name}', '${bodyOf(encodeForm(exploreJobs.form, jobs))}');`);
  expect(head).toContain(`ask('${currentUser.name}', '${bodyOf(encodeForm(currentUser.form, {}))}');`);
  const job = bodyOf(encodeForm(jobDetail.form, { jobId: '' }));
  expect(head).toContain(`ask('${jobDetail.name}', '${job}' + job[1]);`);
});
